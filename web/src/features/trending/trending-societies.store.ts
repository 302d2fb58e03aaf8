import type { DataOf } from '#models/contract/define';
import { getTrendingSocieties } from '#models/contract/trending';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';
import { societyRef } from '@/sync/societies';
import { shownOnCard } from './trending.store';

export type TrendingSociety = DataOf<typeof getTrendingSocieties>[number];

const societies = createEntities<TrendingSociety>({
  name: 'trending-societies',
  refs: [societyRef<TrendingSociety>('ID', { Name: 'Name', Category: 'Category' })],
});

const ranking = defineList({
  key: ['trending-societies'],
  call: getTrendingSocieties,
  input: ({ limit }: { limit: number }) => ({ limit }),
  entities: societies,
  access: true,
});

/** The public societies with the highest score, and when they were computed. */
export function useTrendingSocieties() {
  const { query, items, counts } = ranking.useItems({ limit: shownOnCard });
  return { query, items, computedAt: counts?.computed_at ?? null };
}
