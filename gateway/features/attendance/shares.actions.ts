import type { Action } from '#gateway/plugins/calls';
import { publish } from '#models/bus/publish';
import { countsOfEvent } from '#models/bus/verbs/attendance';
import type { recordShare } from '#models/contract/attendance';
import { fail } from '#models/contract/failure';
import { incrementCounters } from '#models/db/counters';
import { Events } from '#models/db/events';
import { findEvent } from '#models/db/events.loaders';
import { localOf } from '#models/db/local-time';
import { isDuplicate } from '#models/db/locks';
import { type Id, newId, toId } from '#models/db/model';
import { type ShareDoc, Shares } from '#models/db/shares';

/** Stores the first share of the day; null for any other, which the unique index refuses. */
async function firstOfDay(event: Id, user: Id, zone: string): Promise<ShareDoc | null> {
  const at = new Date();
  const share: ShareDoc = { _id: newId(), event, user, day: localOf(at, zone).date, version: 1, at, due: at };
  try {
    await Shares.create(share);
    return share;
  } catch (error) {
    if (isDuplicate(error)) return null;
    throw error;
  }
}

/** Counts each user once a day; days are those of the university's time zone. */
export const recordShareAction: Action<typeof recordShare> = async ({ event_id }, ctx) => {
  const { event, facts } = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
  ctx.require('event.share', facts);
  const share = await firstOfDay(event._id, ctx.me._id, ctx.settings.timeZone);
  const counted = share && (await incrementCounters(Events, event._id, { inc: { shares: 1 }, since: share.at }));
  if (share && counted) publish({ kind: 'share', doc: share }, { event: counted });
  return { data: countsOfEvent(counted ?? event) };
};
