import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getTrendingPosts } from '#models/contract/trending';
import { onCall, requests, yes } from '@/testing/fake-server';
import { aPost } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { createEntities } from './entities';
import { defineList } from './lists';

const aTrend = (title: string) => ({ ...aPost(), title, score: 1 });
const list = defineList({
  key: ['replaced'],
  call: getTrendingPosts,
  input: ({ limit }: { limit: number }) => ({ limit }),
  entities: createEntities<ReturnType<typeof aTrend>>({}),
});

function Items({ limit }: { limit: number }) {
  return <p>{`${limit}: ${list.useItems({ limit }).items.map(({ title }) => title)}`}</p>;
}

it('a message replaces the lists that it has whole, refetches the others, and is not undone by an older one', async () => {
  const [old, fresh] = [aTrend('old'), aTrend('fresh')];
  onCall(getTrendingPosts, () => yes(getTrendingPosts, [old], { next: null }));
  show([<Items key="card" limit={1} />, <Items key="page" limit={20} />]);
  await waitFor(() => expect([screen.getByText('1: old'), screen.getByText('20: old')]).toHaveLength(2));
  onCall(getTrendingPosts, () => yes(getTrendingPosts, [fresh, old], { next: null }));
  act(() => list.replace(({ limit }) => (limit === 1 ? [fresh] : null), '2026-01-02'));
  act(() => list.replace(() => [old], '2026-01-01'));
  await waitFor(() => expect([screen.getByText('1: fresh'), screen.getByText('20: fresh,old')]).toHaveLength(2));
  expect(requests.map(({ query }) => query.get('limit'))).toEqual(['1', '20', '20']);
});
