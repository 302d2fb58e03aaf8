import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import type { RateLimits } from '#gateway/plugins/rate-limit';
import { publish } from '#models/bus/publish';
import type { checkInHere, getDoorCode } from '#models/contract/door';
import { fail } from '#models/contract/failure';
import { doorTimes } from '#models/contract/limits';
import { type AttendanceDoc, Attendances } from '#models/db/attendances';
import { countAtDoor } from '#models/db/attendances.loaders';
import { doorCode, findShownCode, type ShownCode } from '#models/db/door-codes';
import type { EventDoc } from '#models/db/events';
import { findEvent } from '#models/db/events.loaders';
import { toId } from '#models/db/model';
import { type CheckInState, writeCheckIn } from './write-check-in.js';

export const getDoorCodeAction: Action<typeof getDoorCode> = async ({ event_id }, ctx) => {
  const { event, facts } = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
  ctx.require('event.checkIn', facts);
  if (facts.cancelled) fail('event_cancelled');
  const [counts, { code, changesIn }] = await Promise.all([countAtDoor(event._id), doorCode(event._id)]);
  return { data: { code, changes_in: changesIn, attending: event.attendees, ...counts } };
};

/** Whether people can check themselves in at this time: from an hour before the start until the end. */
const isOpenAt = ({ startsAt, endsAt }: EventDoc, time: number): boolean =>
  time >= startsAt.getTime() - doorTimes.opensMs && time < endsAt.getTime();

/** Whether a repeat has nothing to change: the person is in, or a late check-in of theirs waits and this one is late, too. */
const isSettled = ({ checkedInAt, claimedAt }: AttendanceDoc, isLate: boolean): boolean =>
  checkedInAt !== null || (isLate && (claimedAt ?? null) !== null);

/** Time of a late check-in: as the phone says, but not outside the time in which its code was good. */
const claimTime = (at: string, { from }: ShownCode): Date =>
  new Date(Math.min(Math.max(Date.parse(at), from.getTime()), from.getTime() + 2 * doorTimes.stepMs, Date.now()));

/** A current code checks in; a late one waits for a steward, since a photo of it may have been sent to somebody elsewhere. */
function stateBy(shown: ShownCode, at: string | undefined, by: AttendanceDoc['user']): CheckInState {
  if (shown.isCurrent) return { checkedInAt: new Date(), by, claimedAt: null };
  return { checkedInAt: null, by: null, claimedAt: claimTime(at ?? '', shown) };
}

const answerOf = ({ event, checkedInAt, claimedAt, version }: AttendanceDoc, again: boolean) => ({
  event_id: String(event),
  Checked_In_At: checkedInAt?.toISOString() ?? null,
  Claimed_At: claimedAt?.toISOString() ?? null,
  again,
  version,
});

/** Makes the action; wrong codes are limited per person and event, right ones do not count. */
export const makeCheckInHere =
  ({ spend }: Pick<RateLimits, 'spend'>): Action<typeof checkInHere> =>
  async ({ event_id, code, at }, ctx) => {
    const { event, facts } = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
    ctx.require('event.checkInHere', facts);
    if (facts.cancelled) fail('event_cancelled');
    const own = await Attendances.findOne({ event: event._id, user: ctx.me._id }).lean();
    if (own?.state !== 'going') return fail('not_going');
    if (isSettled(own, at !== undefined)) return { data: answerOf(own, true) };
    const refund = await spend('doorCode', `${ctx.me.id} ${event_id}`);
    const shown = await findShownCode(event._id, code, at !== undefined);
    if (!isOpenAt(event, shown?.from.getTime() ?? Date.now())) {
      await refund();
      fail('door_closed');
    }
    if (!shown) return fail('door_code_over');
    await refund();
    const { attendance, record } = await transactionOf(ctx, (session) =>
      writeCheckIn(
        session,
        { event, id: own._id, by: ctx.me._id },
        (present) => (isSettled(present, !shown.isCurrent) ? null : stateBy(shown, at, ctx.me._id)),
        'not_going',
      ),
    );
    if (record) publish(record);
    return { data: answerOf(attendance, record === null) };
  };
