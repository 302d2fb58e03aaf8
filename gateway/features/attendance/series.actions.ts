import type { Action } from '#gateway/plugins/calls';
import { isAttendable } from '#models/commands/seats';
import type { DataOf } from '#models/contract/define';
import type { ErrorCode } from '#models/contract/errors';
import type { attendSeries } from '#models/contract/event-series';
import { Failure, fail } from '#models/contract/failure';
import { loadMeetings } from '#models/db/event-series.loaders';
import { findEvent } from '#models/db/events.loaders';
import { toId } from '#models/db/model';
import { attendanceAnswer, settleAttendance } from './toggle.actions.js';

/** Failures of one meeting that the others do not share: it was called off, ended or removed meanwhile. */
const ofOneMeeting: readonly ErrorCode[] = ['event_cancelled', 'event_over', 'not_found'];

/**
 * Sets the state at each remaining meeting, one after the other, as the toggle of one event does: who asks for a seat waits where
 * none is free. Each is a change of its own, so what a broken connection leaves is completed by the same call.
 */
export const attendSeriesAction: Action<typeof attendSeries> = async ({ event_id, status }, ctx) => {
  const { event } = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
  const remaining = (await loadMeetings(event.series ?? fail('not_found'))).filter(isAttendable);
  const asked = status === 'attending' ? 'waiting' : status;
  const meetings: DataOf<typeof attendSeries>['meetings'] = [];
  let refusal = new Failure('event_over');
  for (const { _id } of remaining) {
    try {
      const changed = await settleAttendance(ctx, String(_id), asked);
      meetings.push({ event_id: String(_id), ...(await attendanceAnswer(changed)) });
    } catch (error) {
      if (!(error instanceof Failure && ofOneMeeting.includes(error.code))) throw error;
      refusal = error;
    }
  }
  if (meetings.length === 0) throw refusal;
  return { data: { meetings } };
};
