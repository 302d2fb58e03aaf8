import { addDays, instantOf, localOf } from './local-time.js';
import { due, type IndexDeclaration } from './model.js';

/** Times of a waiting report or support request. */
export interface AnswerClock {
  /** Due time; missing once it is answered. */
  dueAt?: Date;
  /** Time of the next reminder of its judges, or, at `dueAt`, of the escalation; missing once that has happened. */
  clockAt?: Date;
}

interface ClockSettings {
  /** The university's time zone. */
  timeZone: string;
  /** Replaces both clocks by this many seconds. */
  answerSeconds?: number | undefined;
}

export const clockFields = { dueAt: due, clockAt: due };
export const clockIndex: IndexDeclaration = [{ clockAt: 1 }, { partialFilterExpression: { clockAt: { $exists: true } } }];
/** Update operator that stops a clock. */
export const stopClock = { dueAt: 1, clockAt: 1 } as const;

const minuteMs = 60_000;
const reportMs = 24 * 60 * minuteMs;
/** Minutes of the local day at which the support team begins and ends. */
const opening = 8 * 60;
const closing = 16 * 60;
const halfDay = (closing - opening) / 2;

const plain = (from: Date, ms: number): Required<AnswerClock> => ({
  dueAt: new Date(from.getTime() + ms),
  clockAt: new Date(from.getTime() + ms / 2),
});

/** Clock of a report made, or an appeal written, at `from`: 24 hours. */
export const reportClock = (from: Date, { answerSeconds }: ClockSettings): Required<AnswerClock> =>
  plain(from, answerSeconds === undefined ? reportMs : answerSeconds * 1000);

/** Whether the support team works on a local date: Sunday to Thursday. */
const isWorkingDay = (date: string): boolean => new Date(`${date}T00:00:00Z`).getUTCDay() < 5;

function nextWorkingDay(date: string): string {
  const next = addDays(date, 1);
  return isWorkingDay(next) ? next : nextWorkingDay(next);
}

const timeOf = (minute: number): string => [minute / 60, minute % 60].map((part) => String(Math.trunc(part)).padStart(2, '0')).join(':');

/** The local date and minute at which the support team can begin with what was written at `from`. */
function beginning(from: Date, zone: string): { date: string; minute: number; rest: number } {
  const { date, time } = localOf(from, zone);
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const minute = hours * 60 + minutes;
  if (!isWorkingDay(date) || minute >= closing) return { date: nextWorkingDay(date), minute: opening, rest: 0 };
  return minute < opening ? { date, minute: opening, rest: 0 } : { date, minute, rest: from.getTime() % minuteMs };
}

/**
 * Clock of a support request written at `from`: 24 hours on working days, from the next opening if it was written outside of the
 * office hours. So it is due on the next working day at the same local time, and half of its eight office hours are over after four.
 */
export function supportClock(from: Date, { timeZone, answerSeconds }: ClockSettings): Required<AnswerClock> {
  if (answerSeconds !== undefined) return plain(from, answerSeconds * 1000);
  const { date, minute, rest } = beginning(from, timeZone);
  const at = (day: string, atMinute: number) => new Date(instantOf(day, timeOf(atMinute), timeZone).getTime() + rest);
  const next = nextWorkingDay(date);
  const isHalfToday = minute + halfDay < closing;
  return {
    dueAt: at(next, minute),
    clockAt: isHalfToday ? at(date, minute + halfDay) : at(next, minute - halfDay),
  };
}
