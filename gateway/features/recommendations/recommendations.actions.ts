import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { reasonWords } from '#models/bus/i18n';
import { askForRecommendations } from '#models/bus/jobs';
import { liveMessage } from '#models/bus/live-stream';
import { publishEphemeral } from '#models/bus/publish';
import { fail } from '#models/contract/failure';
import { cardsRecommendations, type getRecommendations, type notInterested } from '#models/contract/recommendations';
import { roomOf } from '#models/contract/rooms';
import { staleSince } from '#models/db/card-stamps';
import { findEvent } from '#models/db/events.loaders';
import { toId } from '#models/db/model';
import { loadRecommendations, refuse } from '#models/db/recommendations.loaders';
import { findSociety } from '#models/db/societies.loaders';

export const getRecommendationsAction: Action<typeof getRecommendations> = async ({ user_id, limit }, ctx) => {
  ctx.require('recommendation.see', { user: user_id ?? ctx.me.id });
  const { items, computedAt } = await loadRecommendations(ctx, ctx.me, limit);
  // Answers what there is; a card that is stale is computed for the next look, and its message has the screens fetch it.
  inBackground(ctx, renewIfStale(ctx, computedAt));
  return {
    data: items.map((item) => ({ ...item, reason: reasonWords(item.reason_code, item.params) })),
    next: null,
    counts: { computed_at: computedAt?.toISOString() ?? null },
  };
};

/**
 * Hides a recommendation, or undoes it. Hiding needs the right to see the object; undoing does not, since it may be gone. The
 * person's own screens fetch again.
 */
export const notInterestedAction: Action<typeof notInterested> = async ({ type, id, undo }, ctx) => {
  ctx.require('recommendation.see', { user: ctx.me.id });
  if (!undo) (await (type === 'society' ? findSociety : findEvent)(ctx, toId(id))) ?? fail('not_found');
  await refuse(ctx.me._id, toId(id), !undo);
  const payload = { computedAt: new Date().toISOString(), changed: true };
  publishEphemeral(liveMessage(cardsRecommendations, [roomOf('user', ctx.me.id)], payload));
  inBackground(ctx, askForRecommendations(ctx.me.id, undefined, { delay: burstMs }));
  return { data: { not_interested: !undo } };
};

/** One job covers what is hidden in quick succession. */
const burstMs = 2000;

/** Requests the card where there is none, or where it lacks a change. */
async function renewIfStale({ me }: Ctx, computedAt: Date | null): Promise<void> {
  if (!computedAt) return askForRecommendations(me.id);
  const since = await staleSince(me._id, me.roles.keys(), computedAt);
  // Not before the change has settled, else the card would still be stale.
  if (since) await askForRecommendations(me.id, new Date(), { delay: Math.max(0, since.getTime() - Date.now()) });
}

/** The answer does not wait for it. */
function inBackground({ log }: Ctx, work: Promise<void>): void {
  work.catch((error: unknown) => log.debug({ err: error }, 'recommendations.refresh enqueue failed'));
}
