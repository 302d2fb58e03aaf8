import { transactionOf } from '#gateway/plugins/caller';
import type { Ctx } from '#gateway/plugins/context';
import type { SeriesScope } from '#models/contract/event-series';
import { fail } from '#models/contract/failure';
import { loadMeetings } from '#models/db/event-series.loaders';
import { type EventDoc, Events } from '#models/db/events';
import { eventFacts } from '#models/db/events.loaders';
import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { Societies } from '#models/db/societies';
import { remainingRights } from '#models/db/staff-rights';
import type { DbSession } from '#models/db/transaction';
import type { UserDoc } from '#models/db/users';
import { can } from '#models/policies/index';

/** Meetings of a series that a change reaches. */
export interface ReachedMeetings {
  series: Id;
  named: EventDoc;
  /** In the order of their start, also those that are cancelled. */
  meetings: EventDoc[];
  /** Meetings in the scope that stay as they are, since they were changed on their own. */
  left: EventDoc[];
}

/**
 * Meetings from the named one on, or all of them, that have not begun. Those that were changed on their own are left, except the
 * named one.
 */
function reachMeetings(all: readonly EventDoc[], named: EventDoc, scope: SeriesScope, now = Date.now()) {
  const from = scope === 'all' ? 0 : (named.seriesIndex ?? 0);
  const coming = all.filter(({ seriesIndex = 0, startsAt }) => seriesIndex >= from && startsAt.getTime() > now);
  const isLeft = ({ _id, changedAlone }: EventDoc): boolean => changedAlone === true && !_id.equals(named._id);
  return {
    meetings: coming.filter((each) => !isLeft(each)),
    left: coming.filter((each) => isLeft(each) && !each.cancelledAt),
  };
}

/** Checks the caller's right to edit as of this transaction, which may have waited for its turn. */
async function authorizeEdit(session: DbSession, ctx: Pick<Ctx, 'me'>, me: UserDoc, event: EventDoc): Promise<void> {
  const society = await Societies.findById(event.society).session(session).lean();
  if (!society || society.removedAt) return fail('not_found');
  const membership = await Memberships.findOne({ society: society._id, user: me._id }, { role: 1 }).session(session).lean();
  const roles = new Map(membership ? [[String(society._id), membership.role]] : []);
  if (!can({ ...ctx.me, ...remainingRights(ctx.me, me), roles }, 'event.edit', eventFacts(event, society))) fail('forbidden');
}

/**
 * Runs a change of a series in one transaction. Attendances of its meetings take turns with it in this process, since it would else
 * conflict with each of them. Fails with not_found for an event without a series, and with event_over where nothing is reached.
 */
export async function transactionOfSeries<T>(
  ctx: Pick<Ctx, 'me'>,
  { _id, series }: EventDoc,
  scope: SeriesScope,
  work: (session: DbSession, reached: ReachedMeetings) => Promise<T>,
): Promise<T> {
  if (!series) return fail('not_found');
  const ids = (await Events.find({ series }, { _id: 1 }).lean()).map((each) => `event ${each._id}`);
  const changeReached = async (session: DbSession, me: UserDoc): Promise<T> => {
    const all = await loadMeetings(series, session);
    const named = all.find((each) => each._id.equals(_id)) ?? fail('not_found');
    await authorizeEdit(session, ctx, me, named);
    const reached = reachMeetings(all, named, scope);
    return reached.meetings.length === 0 ? fail('event_over') : work(session, { series, named, ...reached });
  };
  return transactionOf(ctx, changeReached, ids.toSorted());
}
