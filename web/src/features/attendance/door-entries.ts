import type { checkIn } from '#models/contract/check-in';
import type { DataOf } from '#models/contract/define';
import type { FailureCode } from '@/lib/api-error';

/** A check-in made at a door, or its undo. */
export interface DoorEntry {
  id: string;
  /** The ticket's code. */
  code: string;
  /** The attendee; null until the server answers, since a ticket's code contains no name. */
  person: DataOf<typeof checkIn>['user'] | null;
  /** Whether the check-in is undone. */
  undo: boolean;
  /** Time of the action at this door. */
  at: string;
  /** `again`: was checked in before; `out`: undone; `refused`: the server refused it. */
  state: 'waiting' | 'in' | 'again' | 'out' | 'refused';
  /** Whether it could not be sent at once; then it is sent with `at`. */
  isLate: boolean;
  /** Time at which the attendee was checked in. */
  since: string | null;
  failure: { status: number; code: FailureCode; message: string } | null;
}

/** Event data that a door shows while offline. */
export interface DoorFacts {
  title: string;
  date: string;
  time: string;
  attending: number;
  inside: number;
}

export interface Door {
  facts: DoorFacts | null;
  /** Newest first. */
  entries: readonly DoorEntry[];
  /** Time of the last change (milliseconds). */
  used: number;
}

export const emptyDoor: Door = { facts: null, entries: [], used: 0 };

/** Most entries retained per door besides those waiting. */
const maxSettled = 50;
/** Retention of a door without waiting entries (milliseconds). */
const maxAge = 30 * 24 * 60 * 60_000;
/** Largest difference to the server's time at which a repeated check-in counts as this door's own, whose first answer was lost. */
const lostAnswerWindow = 120_000;

/** Checks the form of a ticket's code; only the server can validate the ticket. */
export const isTicketCode = (text: string): boolean => /^[0-9a-f]{24}\.[\w-]{22}$/.test(text);

export const isWaiting = ({ state }: DoorEntry): boolean => state === 'waiting';

/** Number of check-ins not sent yet. */
export const countWaiting = (entries: readonly DoorEntry[]): number => entries.filter((entry) => isWaiting(entry) && !entry.undo).length;

/** Finds the entry of a check-in with this code that was not undone. */
export const findActiveEntry = (entries: readonly DoorEntry[], code: string): DoorEntry | undefined =>
  entries.find((entry) => !entry.undo && ['waiting', 'in', 'again'].includes(entry.state) && entry.code === code);

/** Limits entries to the newest; waiting ones always stay. */
export function pruneEntries(entries: readonly DoorEntry[]): DoorEntry[] {
  let settled = 0;
  return entries.filter((entry) => {
    if (isWaiting(entry)) return true;
    settled += 1;
    return settled <= maxSettled;
  });
}

/** Drops doors unused for a month, unless they have waiting entries. */
export function dropOldDoors(doors: Record<string, Door>, now: number): Record<string, Door> {
  return Object.fromEntries(Object.entries(doors).filter(([, { entries, used }]) => now - used < maxAge || entries.some(isWaiting)));
}

/** Applies the server's answer to an entry that the user `ownId` sent. */
export function settleEntry(entry: DoorEntry, answer: DataOf<typeof checkIn>, ownId: string): DoorEntry {
  const { user: person, Checked_In_At: since, Checked_In_By, again } = answer;
  const isOwn = entry.isLate && Checked_In_By === ownId && Math.abs(Date.parse(since ?? '') - Date.parse(entry.at)) < lostAnswerWindow;
  const state = entry.undo ? 'out' : again && !isOwn ? 'again' : 'in';
  return { ...entry, person, since, state, failure: null };
}
