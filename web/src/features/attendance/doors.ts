import { create } from 'zustand';
import { checkIn } from '#models/contract/check-in';
import { ApiError, api } from '@/lib/api';
import { hasNetwork, onWindow } from '@/lib/on-window';
import { useSession } from '@/lib/session';
import { onTokenExpired } from '@/lib/token';
import { onUserChange } from '@/lib/user-change';
import { dequeue, enqueue, isRetryable, queuedOf, registerQueueHandler } from '@/sync/offline-queue';
import type { OfKind } from '@/sync/offline-queue-storage';
import { applyCheckIn } from './attendees.store';
import {
  countWaiting,
  type Door,
  type DoorEntry,
  type DoorFacts,
  dropOldDoors,
  emptyDoor,
  findActiveEntry,
  isWaiting,
  pruneEntries,
  settleEntry,
} from './door-entries';
import { currentOwner, isStorageKeyOf, readStored, writeStored } from './user-storage';

type QueuedCheckIn = OfKind<'check-in'>;
type Entries = readonly DoorEntry[];

/** Milliseconds after which a check-in is sent with the time at which it was made. */
const lateAfter = 5000;

/** History of each door. The offline queue decides what is still to be sent. */
const useDoors = create<{ doors: Record<string, Door> }>(() => ({ doors: {} }));
/** Owner of the doors in memory. */
let owner: string | null = null;
/** Whether the doors are also in localStorage, not only in memory. */
let isStored = true;

/** Doors with the changes of other tabs: reads localStorage before every change. */
function current(): Record<string, Door> {
  const of = currentOwner();
  return of !== null && isStored ? dropOldDoors(readStored<Door>('doors', of), Date.now()) : useDoors.getState().doors;
}

function change(eventId: string, update: (door: Door) => Partial<Door>): void {
  const of = currentOwner();
  if (of === null) return;
  const all = current();
  const door = all[eventId] ?? emptyDoor;
  const changed = { ...door, ...update(door), used: Date.now() };
  const doors = { ...all, [eventId]: { ...changed, entries: pruneEntries(changed.entries) } };
  isStored = writeStored('doors', of, doors);
  useDoors.setState({ doors });
}

const changeEntries = (eventId: string, next: (entries: Entries) => Entries): void =>
  change(eventId, ({ entries }) => ({ entries: next(entries) }));

const changeEntry = (eventId: string, id: string, next: (entry: DoorEntry) => DoorEntry): void =>
  changeEntries(eventId, (entries) => entries.map((entry) => (entry.id === id ? next(entry) : entry)));

const findEntry = (eventId: string, id: string): DoorEntry | undefined => current()[eventId]?.entries.find((entry) => entry.id === id);

/** Whether the browser reports that it is offline. */
const isOffline = (): boolean => !hasNetwork();

/** A scanned ticket: the id of its entry, to follow its state. */
export interface CheckInAttempt {
  id: string;
  /** Whether the same ticket was checked in here before. */
  isRepeated: boolean;
}

/** Checks in by a ticket's code; sent now, or queued while offline. */
export function checkInByTicket(event: string, code: string): CheckInAttempt {
  const existing = findActiveEntry(current()[event]?.entries ?? [], code);
  // Online, ask the server again, since it has the time of the first check-in; a waiting entry is repeated without asking.
  if (existing && (isWaiting(existing) || isOffline())) return { id: existing.id, isRepeated: true };
  const id = crypto.randomUUID();
  enqueue({ kind: 'check-in', id, at: Date.now(), event, code, undoOf: null });
  return { id, isRepeated: false };
}

/** Undoes a check-in: removes an entry not sent yet, or sends the undo of one that was. */
export function undoEntry(event: string, entry: DoorEntry): void {
  const { id, code, person } = entry;
  if (isWaiting(entry)) removeEntry(event, id);
  else if (person) enqueue({ kind: 'check-in', id, at: Date.now(), event, code, undoOf: person.ID });
}

/** Removes an entry from the door's history, and its check-in from the queue. */
export function removeEntry(eventId: string, id: string): void {
  changeEntries(eventId, (entries) => entries.filter((entry) => entry.id !== id));
  dequeue(id);
}

/** Saves the event data that the door shows while offline. */
export const saveFacts = (eventId: string, facts: DoorFacts): void => change(eventId, () => ({ facts }));

/** State of one door, with the number of check-ins not sent yet. */
export function useDoor(eventId: string) {
  const door = useDoors(({ doors }) => doors[eventId]) ?? emptyDoor;
  return { ...door, waiting: countWaiting(door.entries) };
}

/** Shows a queued check-in, or undo, in the history; leaves an entry that shows it already, waiting or settled. */
function showQueued({ id, event, code, at, undoOf }: QueuedCheckIn): void {
  const undo = undoOf !== null;
  const waiting = { undo, state: 'waiting', isLate: isOffline(), at: new Date(at).toISOString() } as const;
  const existing = findEntry(event, id);
  if (existing) {
    if (existing.undo !== undo) changeEntry(event, id, (entry) => ({ ...entry, ...waiting }));
    return;
  }
  changeEntries(event, (all) => [{ id, code, person: null, since: null, failure: null, ...waiting }, ...all]);
}

/** Marks all waiting entries as late after a failure: those behind the one that failed cannot be sent either. */
function markLate(): void {
  for (const eventId of Object.keys(current()))
    changeEntries(eventId, (entries) => entries.map((entry) => (isWaiting(entry) ? { ...entry, isLate: true } : entry)));
}

async function send({ id, event, code, at, undoOf }: QueuedCheckIn): Promise<void> {
  const isLate = findEntry(event, id)?.isLate || Date.now() - at > lateAfter;
  const subject = undoOf === null ? { code } : { user_id: undoOf };
  const time = isLate ? { at: new Date(at).toISOString() } : {};
  const { data } = await api(checkIn, { event_id: event, ...subject, undo: undoOf !== null, ...time });
  // Undone while it was being sent.
  const isUndone = undoOf === null && !findEntry(event, id);
  if (isUndone) enqueue({ kind: 'check-in', id: crypto.randomUUID(), at: Date.now(), event, code, undoOf: data.user.ID });
  changeEntry(event, id, (entry) => settleEntry({ ...entry, isLate }, data, currentOwner() ?? ''));
  applyCheckIn(event, data);
}

/** Sends a queued check-in and settles its entry. What the server refuses stays in the history, and does not hold up the queue. */
async function sendQueued(action: QueuedCheckIn): Promise<void> {
  try {
    await send(action);
  } catch (error) {
    if (isRetryable(error)) {
      markLate();
      throw error;
    }
    const { status, code, message } = error instanceof ApiError ? error : new ApiError(0, 'unexpected', '');
    changeEntry(action.event, action.id, (entry) => ({ ...entry, state: 'refused', failure: { status, code, message } }));
  }
}

/** Queues check-ins that an earlier version of the app stored as waiting entries only, in the order in which they were made. */
function queueStored(): void {
  const queued = new Set(queuedOf('check-in').map(({ id }) => id));
  const waiting = Object.entries(current()).flatMap(([event, { entries }]) =>
    entries.filter((entry) => isWaiting(entry) && !queued.has(entry.id)).map((entry) => ({ event, ...entry })),
  );
  for (const { event, id, code, at, undo, person } of waiting.toSorted((a, b) => a.at.localeCompare(b.at)))
    enqueue({ kind: 'check-in', id, at: Date.parse(at), event, code, undoOf: undo && person ? person.ID : null });
}

function load(): void {
  owner = currentOwner();
  isStored = true;
  useDoors.setState({ doors: owner === null ? {} : current() });
  queueStored();
}

registerQueueHandler('check-in', {
  show: (action) => {
    showQueued(action);
    return () => {};
  },
  send: sendQueued,
  discard: () => {},
});
onUserChange(() => {
  owner = null;
  useDoors.setState({ doors: {} });
});
useSession.subscribe(() => {
  if (currentOwner() !== owner) load();
});
// Erase names when the session ends; waiting entries stay until the user signs in again.
onTokenExpired(() => {
  for (const eventId of Object.keys(current())) changeEntries(eventId, (entries) => entries.filter(isWaiting));
});
onWindow('storage', ({ key }) => {
  if (owner !== null && isStorageKeyOf('doors', owner, key)) useDoors.setState({ doors: current() });
});
load();
