import type { checkIn } from '#models/contract/check-in';
import type { DataOf } from '#models/contract/define';
import type { FailureCode } from '@/lib/api-error';

export interface Person {
  ID: string;
  Name: string;
  Image: string;
}

/** One thing that was done at a door. */
export interface Entry {
  id: string;
  /** What stands on the ticket; '' for who was checked in by name. */
  code: string;
  /** Who it is, as far as it is known here: a ticket names nobody. */
  person: Person | null;
  /** It is to be taken back. */
  undo: boolean;
  /** When it was done here. */
  at: string;
  /** `again`: they were in already; `out`: taken back; `refused`: the server said no. */
  state: 'waiting' | 'in' | 'again' | 'out' | 'refused';
  /** It could not be sent at once. */
  isLate: boolean;
  /** Since when they are in. */
  since: string | null;
  failure: { status: number; code: FailureCode; message: string } | null;
}

/** What a door says of itself without a network. */
export interface DoorFacts {
  title: string;
  date: string;
  time: string;
  attending: number;
  inside: number;
}

export interface Door {
  facts: DoorFacts | null;
  /** The newest first. */
  entries: readonly Entry[];
  /** When it was last used (milliseconds). */
  used: number;
}

export const emptyDoor: Door = { facts: null, entries: [], used: 0 };

const mostSettled = 50;
const longest = 30 * 24 * 60 * 60_000;
/** What is sent late and was done about when the server says it was, this door did itself: the first answer was lost. */
const sameMoment = 120_000;

/** A ticket's code has this form; whether it is a true one, only the server can say. */
export const isCode = (text: string): boolean => /^[0-9a-f]{24}\.[\w-]{22}$/.test(text);

const isWaiting = ({ state }: Entry): boolean => state === 'waiting';

/** How many are let in here of whom the server does not know yet. */
export const countWaiting = (entries: readonly Entry[]): number => entries.filter((entry) => isWaiting(entry) && !entry.undo).length;

/** Who was let in here with this code, or by this name, and is not taken back. */
export const findEntry = (entries: readonly Entry[], { code, person }: Pick<Entry, 'code' | 'person'>): Entry | undefined =>
  entries.find(
    (entry) =>
      !entry.undo && ['waiting', 'in', 'again'].includes(entry.state) && (code ? entry.code === code : entry.person?.ID === person?.ID),
  );

/** What is not sent yet is never thrown away; of the rest the newest stay. */
export function pruned(entries: readonly Entry[]): Entry[] {
  let settled = 0;
  return entries.filter((entry) => {
    if (isWaiting(entry)) return true;
    settled += 1;
    return settled <= mostSettled;
  });
}

/** Doors that nobody has stood at for a month, and that have nothing to send, are forgotten. */
export function withoutOld(doors: Record<string, Door>, now: number): Record<string, Door> {
  return Object.fromEntries(Object.entries(doors).filter(([, { entries, used }]) => now - used < longest || entries.some(isWaiting)));
}

/** What the server answered, of an entry that was sent by `me`. */
export function settled(entry: Entry, answer: DataOf<typeof checkIn>, me: string): Entry {
  const { user: person, Checked_In_At: since, Checked_In_By, again } = answer;
  const isOwn = entry.isLate && Checked_In_By === me && Math.abs(Date.parse(since ?? '') - Date.parse(entry.at)) < sameMoment;
  const state = entry.undo ? 'out' : again && !isOwn ? 'again' : 'in';
  return { ...entry, person, since, state, failure: null };
}
