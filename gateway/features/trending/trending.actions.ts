import type { Action } from '#gateway/plugins/calls';
import type { getTrendingPosts } from '#models/contract/trending';
import { loadTrending } from '#models/db/cards.loaders';

export const getTrendingPostsAction: Action<typeof getTrendingPosts> = async ({ limit, days }, ctx) => ({
  data: await loadTrending(ctx, limit, days),
  next: null,
});
