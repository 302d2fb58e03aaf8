import type { Action } from '#gateway/plugins/calls';
import type { getTrendingPosts, getTrendingSocieties } from '#models/contract/trending';
import { loadTrending, loadTrendingSocieties } from '#models/db/cards.loaders';

export const getTrendingPostsAction: Action<typeof getTrendingPosts> = async ({ limit, days }, ctx) => ({
  data: await loadTrending(ctx, limit, days),
  next: null,
});

export const getTrendingSocietiesAction: Action<typeof getTrendingSocieties> = async ({ limit }, ctx) => {
  const { societies, computedAt } = await loadTrendingSocieties(ctx, limit);
  return { data: societies, next: null, counts: { computed_at: computedAt?.toISOString() ?? null } };
};
