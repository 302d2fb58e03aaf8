import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { reasonWords } from '#models/bus/i18n';
import { addJob } from '#models/bus/jobs';
import { liveMessage } from '#models/bus/live-stream';
import { publishEphemeral } from '#models/bus/publish';
import { fail } from '#models/contract/failure';
import { cardsRecommendations, type getRecommendations, type notInterested } from '#models/contract/recommendations';
import { roomOf } from '#models/contract/rooms';
import { findEvent } from '#models/db/events.loaders';
import { toId } from '#models/db/model';
import { loadRecommendations, refuse } from '#models/db/recommendations.loaders';
import { findSociety } from '#models/db/societies.loaders';

export const getRecommendationsAction: Action<typeof getRecommendations> = async ({ user_id, limit }, ctx) => {
  ctx.require('recommendation.see', { user: user_id ?? ctx.me.id });
  const { items, hasCard } = await loadRecommendations(ctx, ctx.me, limit);
  if (!hasCard) askForCard(ctx, 'first');
  return { data: items.map((item) => ({ ...item, reason: reasonWords(item.reason_code, item.params) })), next: null };
};

/**
 * Hides a recommendation, or undoes it. Hiding needs the right to see the object; undoing does not, since it may be gone. The
 * person's own screens fetch again.
 */
export const notInterestedAction: Action<typeof notInterested> = async ({ type, id, undo }, ctx) => {
  ctx.require('recommendation.see', { user: ctx.me.id });
  if (!undo) (await (type === 'society' ? findSociety : findEvent)(ctx, toId(id))) ?? fail('not_found');
  await refuse(ctx.me._id, toId(id), !undo);
  publishEphemeral(liveMessage(cardsRecommendations, [roomOf('user', ctx.me.id)], { computedAt: new Date().toISOString() }));
  askForCard(ctx, 'refused');
  return { data: { not_interested: !undo } };
};

const burstMs = 10_000;

/** Requests a new recommendations card where there is none, or after something was hidden, without waiting for it. */
function askForCard({ me, log }: Ctx, why: 'first' | 'refused'): void {
  // One job at the end of each slot covers the whole burst.
  const [slot, options] = why === 'first' ? [why, {}] : [`refused-${Math.floor(Date.now() / burstMs)}`, { delay: burstMs }];
  addJob('cards.recommendations', { user: me.id }, { ...options, jobId: `recommendations-${me.id}-${slot}` }).catch((error: unknown) =>
    log.debug({ err: error }, 'recommendations.refresh enqueue failed'),
  );
}
