import { create } from 'zustand';
import { checkIn } from '#models/contract/check-in';
import { ApiError, api } from '@/lib/api';
import { useConnection } from '@/lib/connection';
import { reportFailure } from '@/lib/failures';
import { useSession } from '@/lib/session';
import { onTokenExpired, readToken } from '@/lib/token';
import { onUserChange } from '@/lib/user-change';
import { applyCheckIn } from './attendees.store';
import {
  countWaiting,
  type Door,
  type DoorEntry,
  type DoorFacts,
  dropOldDoors,
  emptyDoor,
  findActiveEntry,
  pruneEntries,
  settleEntry,
} from './door-entries';
import { currentOwner, isStorageKeyOf, readStored, writeStored } from './user-storage';

const retryDelay = { first: 5000, most: 30_000 };
/** Statuses that are retried: no answer, a proxy without its server, or a failure that may pass. */
const laterStatuses = new Set([0, 401, 408, 429, 502, 503, 504]);

const useDoors = create<{ doors: Record<string, Door> }>(() => ({ doors: {} }));
/** Owner of the doors in memory. */
let owner: string | null = null;
/** Whether the doors are also in localStorage, not only in memory. */
let isStored = true;
let isSending = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let delay = retryDelay.first;

/** Doors with the changes of other tabs: reads localStorage before every change. */
const current = (): Record<string, Door> =>
  owner !== null && isStored ? { ...useDoors.getState().doors, ...readStored<Door>('doors', owner) } : useDoors.getState().doors;

function change(eventId: string, update: (door: Door) => Partial<Door>): void {
  if (owner === null) return;
  const all = current();
  const door = all[eventId] ?? emptyDoor;
  const changed = { ...door, ...update(door), used: Date.now() };
  const doors = { ...all, [eventId]: { ...changed, entries: pruneEntries(changed.entries) } };
  isStored = writeStored('doors', owner, doors);
  useDoors.setState({ doors });
}

const changeEntry = (eventId: string, id: string, fields: Partial<DoorEntry>): void =>
  change(eventId, ({ entries }) => ({ entries: entries.map((entry) => (entry.id === id ? { ...entry, ...fields } : entry)) }));

/** Whether the browser reports that it is offline. */
const isOffline = (): boolean => navigator.onLine === false;

function addEntry(eventId: string, code: string): DoorEntry {
  const initial = { person: null, undo: false, state: 'waiting', isLate: isOffline(), since: null, failure: null } as const;
  const entry: DoorEntry = { id: crypto.randomUUID(), code, at: new Date().toISOString(), ...initial };
  change(eventId, ({ entries }) => ({ entries: [entry, ...entries] }));
  void sendWaiting();
  return entry;
}

/** A scanned ticket: the id of its entry, to follow its state. */
export interface CheckInAttempt {
  id: string;
  /** Whether the same ticket was checked in here before. */
  isRepeated: boolean;
}

/** Checks in by a ticket's code; sent now, or queued while offline. */
export function checkInByTicket(eventId: string, code: string): CheckInAttempt {
  const existing = findActiveEntry(current()[eventId]?.entries ?? [], code);
  // Online, ask the server again, since it has the time of the first check-in; a waiting entry is repeated without asking.
  if (existing && (existing.state === 'waiting' || isOffline())) return { id: existing.id, isRepeated: true };
  return { id: addEntry(eventId, code).id, isRepeated: false };
}

/** Undoes a check-in: removes an entry not sent yet, or sends the undo of one that was. */
export function undoEntry(eventId: string, { id, state, person }: DoorEntry): void {
  if (state === 'waiting') removeEntry(eventId, id);
  else if (person) {
    changeEntry(eventId, id, { undo: true, state: 'waiting', isLate: isOffline(), at: new Date().toISOString() });
    void sendWaiting();
  }
}

/** Removes an entry from the door's history. */
export const removeEntry = (eventId: string, id: string): void =>
  change(eventId, ({ entries }) => ({ entries: entries.filter((entry) => entry.id !== id) }));

/** Saves the event data that the door shows while offline. */
export const saveFacts = (eventId: string, facts: DoorFacts): void => change(eventId, () => ({ facts }));

/** State of one door, with the number of check-ins not sent yet. */
export function useDoor(eventId: string) {
  const door = useDoors(({ doors }) => doors[eventId]) ?? emptyDoor;
  return { ...door, waiting: countWaiting(door.entries) };
}

interface QueuedEntry {
  eventId: string;
  entry: DoorEntry;
}

/** The oldest waiting entry of all doors. */
function oldestWaiting(): QueuedEntry | undefined {
  const all = Object.entries(current()).flatMap(([eventId, { entries }]) => entries.map((entry) => ({ eventId, entry })));
  return all.filter(({ entry }) => entry.state === 'waiting').sort((a, b) => a.entry.at.localeCompare(b.entry.at))[0];
}

function callCheckIn({ eventId, entry: { code, person, undo, isLate, at } }: QueuedEntry) {
  const subject = undo ? { user_id: person?.ID ?? '' } : { code };
  return api(checkIn, { event_id: eventId, ...subject, undo, ...(isLate ? { at } : {}) });
}

/** Sends one entry; resolves to whether the next one may be sent. */
async function sendOne(queued: QueuedEntry): Promise<boolean> {
  const { eventId, entry } = queued;
  try {
    const { data } = await callCheckIn(queued);
    changeEntry(eventId, entry.id, settleEntry(entry, data, owner ?? ''));
    applyCheckIn(eventId, data);
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

const maySend = (): boolean => owner !== null && readToken() !== null && !isOffline();

async function sendAll(): Promise<void> {
  for (let queued = oldestWaiting(); queued && maySend(); queued = oldestWaiting()) {
    if (!(await sendOne(queued))) return sendLater();
    delay = retryDelay.first;
  }
}

function sendLater(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void sendWaiting(), delay);
  delay = Math.min(delay * 2, retryDelay.most);
}

/** Lets one tab send at a time. Browsers offer locks to secure origins only; elsewhere the server merges duplicates. */
function withLock(work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as Partial<Navigator>;
  return locks ? locks.request(`nadi-doors-${owner}`, work) : work();
}

/** Sends waiting entries, oldest first. */
async function sendWaiting(): Promise<void> {
  if (isSending || !maySend() || !oldestWaiting()) return;
  isSending = true;
  clearTimeout(timer);
  try {
    await withLock(sendAll);
  } finally {
    isSending = false;
  }
}

function load(): void {
  owner = currentOwner();
  isStored = true;
  useDoors.setState({ doors: owner === null ? {} : dropOldDoors(readStored<Door>('doors', owner), Date.now()) });
  void sendWaiting();
}

onUserChange(() => {
  clearTimeout(timer);
  owner = null;
  useDoors.setState({ doors: {} });
});
useSession.subscribe(() => {
  if (currentOwner() !== owner) load();
});
// Erase names when the session ends; waiting entries stay until the user signs in again.
onTokenExpired(() => {
  for (const eventId of Object.keys(current()))
    change(eventId, ({ entries }) => ({ entries: entries.filter(({ state }) => state === 'waiting') }));
});
useConnection.subscribe(({ state }) => {
  if (state === 'online') void sendWaiting();
});
window.addEventListener('online', () => void sendWaiting());
window.addEventListener('storage', ({ key }) => {
  if (owner !== null && isStorageKeyOf('doors', owner, key)) useDoors.setState({ doors: readStored<Door>('doors', owner) });
});
load();
