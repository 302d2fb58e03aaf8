import { create } from 'zustand';
import { checkIn } from '#models/contract/check-in';
import { ApiError, api } from '@/lib/api';
import { useConnection } from '@/lib/connection';
import { onClear } from '@/lib/entities';
import { reportFailure } from '@/lib/failures';
import { useSession } from '@/lib/session';
import { onTokenExpired, readToken } from '@/lib/token';
import { takeChecked } from './attendees.store';
import {
  countWaiting,
  type Door,
  type DoorFacts,
  type Entry,
  emptyDoor,
  findEntry,
  type Person,
  pruned,
  settled,
  withoutOld,
} from './door-entries';
import { currentOwner, isKeyOf, readKept, writeKept } from './kept';

const againAfter = { first: 5000, most: 30_000 };
/** No answer, that of a proxy whose server is away, or one that another try may turn. */
const laterStatuses = new Set([0, 401, 408, 429, 502, 503, 504]);

const useDoors = create<{ doors: Record<string, Door> }>(() => ({ doors: {} }));
/** Whose doors are in memory. */
let owner: string | null = null;
/** Whether the browser keeps them too, and not only this page. */
let isStored = true;
let isSending = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let delay = againAfter.first;

/** Several tabs may stand at one door: what is kept is read before it is changed. */
const current = (): Record<string, Door> =>
  owner !== null && isStored ? { ...useDoors.getState().doors, ...readKept<Door>('doors', owner) } : useDoors.getState().doors;

function change(eventId: string, next: (door: Door) => Partial<Door>): void {
  if (owner === null) return;
  const all = current();
  const door = all[eventId] ?? emptyDoor;
  const changed = { ...door, ...next(door), used: Date.now() };
  const doors = { ...all, [eventId]: { ...changed, entries: pruned(changed.entries) } };
  isStored = writeKept('doors', owner, doors);
  useDoors.setState({ doors });
}

const changeEntry = (eventId: string, id: string, fields: Partial<Entry>): void =>
  change(eventId, ({ entries }) => ({ entries: entries.map((entry) => (entry.id === id ? { ...entry, ...fields } : entry)) }));

/** Whether what is done now cannot be sent now, as far as one knows. */
const isAway = (): boolean => navigator.onLine === false;

function add(eventId: string, what: Pick<Entry, 'code' | 'person'>): Entry {
  const done = { undo: false, at: new Date().toISOString(), state: 'waiting', isLate: isAway(), since: null, failure: null } as const;
  const entry: Entry = { id: crypto.randomUUID(), ...what, ...done };
  change(eventId, ({ entries }) => ({ entries: [entry, ...entries] }));
  void sendKept();
  return entry;
}

/** What came of a ticket that was shown, or of a name that was chosen. */
export interface Shown {
  id: string;
  /** It had been let in here before. */
  isRepeated: boolean;
}

function letIn(eventId: string, what: Pick<Entry, 'code' | 'person'>): Shown {
  const known = findEntry(current()[eventId]?.entries ?? [], what);
  // The server knows best since when; who still waits to be sent, or would have to, is known here.
  if (known && (known.state === 'waiting' || isAway())) return { id: known.id, isRepeated: true };
  return { id: add(eventId, what).id, isRepeated: false };
}

/** A ticket is shown at the door: told to the server, now or when it can be reached. */
export const showTicket = (eventId: string, code: string): Shown => letIn(eventId, { code, person: null });

/** Somebody is let in by name. */
export const letInByName = (eventId: string, person: Person): Shown => letIn(eventId, { code: '', person });

/** Takes back what was done here: what was not sent yet, as if it had never been. */
export function takeBack(eventId: string, { id, state, person }: Entry): void {
  if (state === 'waiting') drop(eventId, id);
  else if (person) {
    changeEntry(eventId, id, { undo: true, state: 'waiting', isLate: isAway(), at: new Date().toISOString() });
    void sendKept();
  }
}

/** It has been read, and needs no place any more. */
export const drop = (eventId: string, id: string): void =>
  change(eventId, ({ entries }) => ({ entries: entries.filter((entry) => entry.id !== id) }));

/** Keeps what the door says of itself. */
export const keepFacts = (eventId: string, facts: DoorFacts): void => change(eventId, () => ({ facts }));

/** One door: what was done at it, and how many the server does not know of yet. */
export function useDoor(eventId: string) {
  const door = useDoors(({ doors }) => doors[eventId]) ?? emptyDoor;
  return { ...door, waiting: countWaiting(door.entries) };
}

interface Next {
  eventId: string;
  entry: Entry;
}

/** The oldest that waits, of all doors. */
function next(): Next | undefined {
  const all = Object.entries(current()).flatMap(([eventId, { entries }]) => entries.map((entry) => ({ eventId, entry })));
  return all.filter(({ entry }) => entry.state === 'waiting').sort((a, b) => a.entry.at.localeCompare(b.entry.at))[0];
}

function tell({ eventId, entry: { code, person, undo, isLate, at } }: Next) {
  const who = code && !undo ? { code } : { user_id: person?.ID ?? '' };
  return api(checkIn, { event_id: eventId, ...who, undo, ...(isLate ? { at } : {}) });
}

/** Answers whether the next one may be sent. */
async function sendOne(one: Next): Promise<boolean> {
  const { eventId, entry } = one;
  try {
    const { data } = await tell(one);
    changeEntry(eventId, entry.id, settled(entry, data, owner ?? ''));
    takeChecked(eventId, data);
    return true;
  } catch (error) {
    const { status, code, message } = error instanceof ApiError ? error : new ApiError(0, 'unexpected', '');
    if (laterStatuses.has(status)) {
      changeEntry(eventId, entry.id, { isLate: true });
      if (status === 401) reportFailure(error);
      return false;
    }
    changeEntry(eventId, entry.id, { state: 'refused', failure: { status, code, message } });
    return true;
  }
}

const maySend = (): boolean => owner !== null && readToken() !== null && !isAway();

async function sendAll(): Promise<void> {
  for (let one = next(); one && maySend(); one = next()) {
    if (!(await sendOne(one))) return sendLater();
    delay = againAfter.first;
  }
}

function sendLater(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void sendKept(), delay);
  delay = Math.min(delay * 2, againAfter.most);
}

/** One tab at a time; browsers give locks to safe origins only, and elsewhere the server makes two of the same one. */
function alone(work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as Partial<Navigator>;
  return locks ? locks.request(`nadi-doors-${owner}`, work) : work();
}

/** Sends what waits, in the order in which it was done. */
async function sendKept(): Promise<void> {
  if (isSending || !maySend() || !next()) return;
  isSending = true;
  clearTimeout(timer);
  try {
    await alone(sendAll);
  } finally {
    isSending = false;
  }
}

function load(): void {
  owner = currentOwner();
  isStored = true;
  useDoors.setState({ doors: owner === null ? {} : withoutOld(readKept<Door>('doors', owner), Date.now()) });
  void sendKept();
}

onClear(() => {
  clearTimeout(timer);
  owner = null;
  useDoors.setState({ doors: {} });
});
useSession.subscribe(() => {
  if (currentOwner() !== owner) load();
});
// The names go with the session; what is not sent yet waits for its keeper.
onTokenExpired(() => {
  for (const eventId of Object.keys(current()))
    change(eventId, ({ entries }) => ({ entries: entries.filter(({ state }) => state === 'waiting') }));
});
useConnection.subscribe(({ state }) => {
  if (state === 'online') void sendKept();
});
window.addEventListener('online', () => void sendKept());
window.addEventListener('storage', ({ key }) => {
  if (owner !== null && isKeyOf('doors', owner, key)) useDoors.setState({ doors: readKept<Door>('doors', owner) });
});
load();
