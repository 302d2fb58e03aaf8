import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { addJob } from '#models/bus/jobs';
import { actionWords, reasonWords } from '#models/bus/words';
import type { getActivityFeed, getRecommendations, getTrendingPosts } from '#models/contract/analytics';
import { fail } from '#models/contract/failure';
import { loadRecentActivity } from '#models/db/activities.loaders';
import { loadTrending } from '#models/db/cards.loaders';
import { loadRecommendations } from '#models/db/recommendations.loaders';

export const getActivityFeedAction: Action<typeof getActivityFeed> = async ({ user_id, limit }, ctx) => {
  if (user_id !== undefined && user_id !== ctx.me.id) fail('forbidden');
  const items = await loadRecentActivity(ctx, ctx.me, limit);
  return { data: items.map((item) => ({ ...item, action: actionWords(item.verb) })), next: null };
};

export const getTrendingPostsAction: Action<typeof getTrendingPosts> = async ({ limit, days }, ctx) => ({
  data: await loadTrending(ctx, limit, days),
  next: null,
});

export const getRecommendationsAction: Action<typeof getRecommendations> = async ({ user_id, limit }, ctx) => {
  ctx.require('recommendation.see', { user: user_id ?? ctx.me.id });
  const { items, hasCard } = await loadRecommendations(ctx, ctx.me, limit);
  if (!hasCard) askForCard(ctx);
  return { data: items.map((item) => ({ ...item, reason: reasonWords(item.reason_code, item.params) })), next: null };
};

/** The first look at a card that nobody has computed yet asks for it; the answer does not wait. */
function askForCard({ me, log }: Ctx): void {
  addJob('cards.recommendations', { user: me.id }, { jobId: `recommendations-${me.id}-first` }).catch((error: unknown) =>
    log.debug({ err: error }, 'The card was not asked for.'),
  );
}
