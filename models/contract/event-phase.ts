import type { SharedEvent } from './events.js';

/** Stages of an event in time, in their order. */
export const eventPhases = ['upcoming', 'now', 'ended'] as const;
export type EventPhase = (typeof eventPhases)[number];

/** Default length of an event without an end. */
export const defaultLengthMs = 2 * 3600_000;
/** Time after its start at which an event counts as completed, by the specification; its phase does not depend on it. */
const completedAfterMs = 24 * 3600_000;

/** The phase at `now`, of instants in milliseconds. */
export function phaseOf(startsAt: number, endsAt: number, now: number): EventPhase {
  if (now >= endsAt) return 'ended';
  return now >= startsAt ? 'now' : 'upcoming';
}

/** The specification's status at `now` of an event that was not cancelled. */
export const statusOf = (startsAt: number, now: number): 'upcoming' | 'completed' =>
  now - startsAt > completedAfterMs ? 'completed' : 'upcoming';

/** Whether an event can still be attended. */
export const isAttendable = ({ Status, Phase }: Pick<SharedEvent, 'Status' | 'Phase'>): boolean =>
  Status !== 'cancelled' && Phase !== 'ended';

type InTime = Pick<SharedEvent, 'Starts_At' | 'Ends_At' | 'Phase' | 'Status'> & { Can?: { attend: boolean; cancel: boolean } };

const later = (a: EventPhase, b: EventPhase): EventPhase => (eventPhases.indexOf(a) < eventPhases.indexOf(b) ? b : a);

/**
 * An event as the server would send it at `now`: phase, status, and no actions once it has ended. Only moves forward, so that a
 * slow device clock does not undo what the server sent. Returns the same object if nothing changed.
 */
export function eventAsOf<T extends InTime>(event: T, now: number): T {
  const startsAt = Date.parse(event.Starts_At);
  const Phase = later(event.Phase, phaseOf(startsAt, Date.parse(event.Ends_At), now));
  const Status = event.Status === 'upcoming' ? statusOf(startsAt, now) : event.Status;
  const losesActions = Phase === 'ended' && event.Can !== undefined && (event.Can.attend || event.Can.cancel);
  if (Phase === event.Phase && Status === event.Status && !losesActions) return event;
  return { ...event, Phase, Status, ...(losesActions ? { Can: { ...event.Can, attend: false, cancel: false } } : {}) };
}
