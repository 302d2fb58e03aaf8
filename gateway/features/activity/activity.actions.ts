import type { Action } from '#gateway/plugins/calls';
import { actionWords } from '#models/bus/i18n';
import type { getActivityFeed } from '#models/contract/activity';
import { fail } from '#models/contract/failure';
import { loadRecentActivity } from '#models/db/activities.loaders';

export const getActivityFeedAction: Action<typeof getActivityFeed> = async ({ user_id, limit }, ctx) => {
  if (user_id !== undefined && user_id !== ctx.me.id) fail('forbidden');
  const items = await loadRecentActivity(ctx, ctx.me, limit);
  return { data: items.map((item) => ({ ...item, action: actionWords(item.verb, item.count) })), next: null };
};
