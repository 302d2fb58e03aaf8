import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getTrendingPosts } from '#models/contract/trending';
import { withFallback } from '@/lib/with-fallback';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { aPost } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { createEntities } from './entities';
import { defineList } from './lists';

const aTrend = (title: string) => ({ ...aPost(), title, score: 1 });
const list = defineList({
  key: ['called'],
  call: getTrendingPosts,
  input: ({ limit }: { limit: number }) => ({ limit }),
  entities: createEntities<ReturnType<typeof aTrend>>({}),
  fetch: (_args, _cursor, signal, ask) =>
    withFallback(ask(), signal, async () => ({ data: [aTrend('instead')], next: null, counts: undefined })),
});

function Items() {
  return <p>{list.useItems({ limit: 2 }).items.map(({ title }) => title)}</p>;
}

it('a list may do more than its call, such as fall back to something else', async () => {
  onCall(getTrendingPosts, () => yes(getTrendingPosts, [aTrend('asked')], { next: null }));
  const { unmount } = show(<Items />);
  expect(await screen.findByText('asked')).toBeDefined();
  expect(Object.fromEntries(requests[0]?.query ?? [])).toEqual({ limit: '2' });
  unmount();
  onCall(getTrendingPosts, () => no(403, 'forbidden', 'No'));
  show(<Items />);
  expect(await screen.findByText('instead')).toBeDefined();
});
