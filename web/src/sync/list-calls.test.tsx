import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getTrendingPosts } from '#models/contract/trending';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { aPost } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { createEntities } from './entities';
import { orElse } from './fallback';
import { defineList } from './lists';

const aTrend = (title: string) => ({ ...aPost(), title, score: 1 });
const seen: string[] = [];
const list = defineList({
  key: ['called'],
  call: getTrendingPosts,
  input: ({ limit }: { limit: number }) => ({ limit }),
  entities: createEntities<ReturnType<typeof aTrend>>({}),
  fetch: async (_args, _cursor, _signal, ask) => {
    const answer = await ask();
    seen.push(...answer.data.map(({ title }) => title));
    return answer;
  },
});

const replaced = defineList({
  ...list.spec,
  key: ['replaced'],
  fetch: orElse<typeof getTrendingPosts, { limit: number }>(async ({ limit }) => [aTrend(`${limit} instead`)]),
});

function Items({ of }: { of: typeof list }) {
  return <p>{of.useItems({ limit: 2 }).items.map(({ title }) => title)}</p>;
}

it('a list may read more of the answer to its call', async () => {
  onCall(getTrendingPosts, () => yes(getTrendingPosts, [aTrend('asked')], { next: null }));
  show(<Items of={list} />);
  expect(await screen.findByText('asked')).toBeDefined();
  expect([Object.fromEntries(requests[0]?.query ?? []), seen]).toEqual([{ limit: '2' }, ['asked']]);
});

it('a list falls back to something else if its call fails', async () => {
  onCall(getTrendingPosts, () => no(403, 'forbidden', 'No'));
  show(<Items of={replaced} />);
  expect(await screen.findByText('2 instead')).toBeDefined();
});
