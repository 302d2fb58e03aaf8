import { useLocation, useNavigate } from 'react-router-dom';
import { type Attendance, toggleAttendance, toggleBookmark } from '#models/contract/attendance';
import type { DataOf } from '#models/contract/define';
import { ApiError, api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { i18n } from '@/lib/i18n';
import { dequeue, enqueue, queuedOf, registerQueueHandler, useQueuedOf } from '@/lib/offline-queue';
import { cancelAndInvalidate } from '@/lib/query';
import { isProbablyOffline, isUnreachableError } from '@/lib/reachability';
import { toast } from '@/lib/toasts';
import { keys } from './events.keys';
import { bookmarks, events, type ShownEvent, standings } from './events.store';
import { createWishes } from './wishes';

type Texts = ReturnType<typeof i18n.getFixedT<'events'>>;
const texts = (): Texts => i18n.getFixedT(null, 'events');

async function tellAttendance(event_id: string, status: Attendance): Promise<DataOf<typeof toggleAttendance>> {
  const { data } = await api(toggleAttendance, { event_id, status });
  const { attendance, waiting_position, version, message: _message, ...counts } = data;
  standings.merge([{ event: event_id, attendance, waiting_position, rev: counts.rev, version }]);
  events.patch(event_id, counts);
  return data;
}

async function tellBookmark(event_id: string, bookmarked: boolean): Promise<DataOf<typeof toggleBookmark>> {
  const { data } = await api(toggleBookmark, { event_id, bookmarked });
  const { bookmarked: on, version, message: _message, ...counts } = data;
  bookmarks.merge([{ event: event_id, on, version }]);
  events.patch(event_id, counts);
  return data;
}

const wishAttendance = createWishes(tellAttendance);
const wishBookmark = createWishes(tellBookmark);

/**
 * The counts are those that the reader saw and changed, until the answer: whether a message that comes meanwhile has this
 * change in it already, nobody can tell.
 */
function asCounted({ attendees, interested, seats_left }: ShownEvent, change: { attendees?: number; interested?: number }) {
  const { attendees: seats = 0, interested: kept = 0 } = change;
  const counts = {
    attendees: Math.max(0, attendees + seats),
    interested: Math.max(0, interested + kept),
    seats_left: seats_left === null ? null : Math.max(0, seats_left - seats),
  };
  return (event: ShownEvent): ShownEvent => ({ ...event, ...counts });
}

function showAttendance(id: string, want: Attendance): (() => void)[] {
  const [event, before] = [events.get(id), standings.get(id)?.attendance];
  const seats = Number(want === 'attending') - Number(before === 'attending');
  const unshow = standings.applyOptimistic(id, (own) => ({ ...own, attendance: want, waiting_position: null }));
  return event ? [unshow, events.applyOptimistic(id, asCounted(event, { attendees: seats }))] : [unshow];
}

function showBookmark(id: string, on: boolean): (() => void)[] {
  const [event, before] = [events.get(id), bookmarks.get(id)?.on ?? false];
  const unshow = bookmarks.applyOptimistic(id, (own) => ({ ...own, on }));
  return event ? [unshow, events.applyOptimistic(id, asCounted(event, { interested: Number(on) - Number(before) }))] : [unshow];
}

/** What was shown may be older than what the server refused it for. */
function lookAgain(id: string, error: unknown): void {
  if (error instanceof ApiError && error.status >= 403 && error.status < 500) void cancelAndInvalidate(keys.info(id));
}

const keptAttendance = (id: string) => queuedOf('attendance').find(({ event }) => event === id);
const keptBookmark = (id: string) => queuedOf('bookmark').find(({ event }) => event === id);

const sayWaiting = (id: string): void => toast('info', texts()('waitingToSend'), { id });
const lateText = async (): Promise<string> => {
  await i18n.loadNamespaces('events');
  return texts()('tooLate');
};
const all = (ends: (() => void)[]) => () => {
  for (const end of ends) end();
};
const refused = (event: string): void => void cancelAndInvalidate(keys.info(event));

registerQueueHandler('attendance', {
  show: ({ event, want }) => all(showAttendance(event, want)),
  send: async ({ event, want }) => void (await tellAttendance(event, want)),
  discard: ({ event }) => refused(event),
  expiredText: lateText,
});
registerQueueHandler('bookmark', {
  show: ({ event, on }) => all(showBookmark(event, on)),
  send: async ({ event, on }) => void (await tellBookmark(event, on)),
  discard: ({ event }) => refused(event),
  expiredText: lateText,
});

/** Keeps the last wish; what is so already need not be told. */
function keepAttendance(event: string, want: Attendance, hasFailed: boolean): void {
  const known = keptAttendance(event);
  if (known) dequeue(known.id);
  if ((standings.get(event)?.attendance ?? 'not_attending') === want) return;
  enqueue({ kind: 'attendance', id: crypto.randomUUID(), at: Date.now(), event, want }, hasFailed);
  sayWaiting(`attendance-${event}`);
}

function keepBookmark(event: string, on: boolean, hasFailed: boolean): void {
  const known = keptBookmark(event);
  if (known) dequeue(known.id);
  if ((bookmarks.get(event)?.on ?? false) === on) return;
  enqueue({ kind: 'bookmark', id: crypto.randomUUID(), at: Date.now(), event, on }, hasFailed);
  sayWaiting(`bookmark-${event}`);
}

/** Whether what the reader wants of an event waits to be sent: coming, or keeping it. */
export const useIsWaitingToSend = (kind: 'attendance' | 'bookmark', id: string): boolean =>
  useQueuedOf(kind).some(({ event }) => event === id);

/**
 * Attends an event, waits for a seat, or gives it up: seen at once, the server's own words when it is so, and taken back when
 * it is not. While the server is away, the wish is kept. Answers `full` where there is no seat: nothing is said then, as the waiting list is to be offered.
 */
export async function attend({ ID }: Pick<ShownEvent, 'ID'>, want: Attendance): Promise<'done' | 'full' | 'failed'> {
  if (isProbablyOffline() || keptAttendance(ID)) {
    keepAttendance(ID, want, false);
    return 'done';
  }
  try {
    const { attendance, message } = await wishAttendance(ID, want, () => showAttendance(ID, want));
    const text = i18n.language === 'en' ? message : texts()(`attendance.${attendance}`);
    toast('success', text, { id: `attendance-${ID}` });
    return 'done';
  } catch (error) {
    if (isUnreachableError(error) && isProbablyOffline()) {
      keepAttendance(ID, want, true);
      return 'done';
    }
    lookAgain(ID, error);
    if (error instanceof ApiError && error.code === 'event_full') return 'full';
    reportFailure(error, texts()('attendance.failed'));
    return 'failed';
  }
}

/** Keeps an event or not: seen at once, and taken back when the server does not take it. Answers whether it did. */
export async function bookmark({ ID }: Pick<ShownEvent, 'ID'>, on: boolean): Promise<boolean> {
  if (isProbablyOffline() || keptBookmark(ID)) {
    keepBookmark(ID, on, false);
    return true;
  }
  try {
    const { bookmarked, message } = await wishBookmark(ID, on, () => showBookmark(ID, on));
    const text = i18n.language === 'en' ? message : texts()(bookmarked ? 'bookmark.set' : 'bookmark.gone');
    toast('success', text, { id: `bookmark-${ID}` });
    return true;
  } catch (error) {
    if (isUnreachableError(error) && isProbablyOffline()) {
      keepBookmark(ID, on, true);
      return true;
    }
    lookAgain(ID, error);
    reportFailure(error, texts()('bookmark.failed'));
    return false;
  }
}

/** How the reader stands to an event, as lists and its page tell; `attendance` is null for visitors and while it is not known. */
export function useStandingIn({ ID }: Pick<ShownEvent, 'ID'>): { attendance: Attendance | null; isBookmarked: boolean } {
  const attendance = standings.useOne(ID)?.attendance ?? null;
  const isBookmarked = bookmarks.useOne(ID)?.on ?? false;
  return { attendance, isBookmarked };
}

/** The way to the login and back here, for a link's `to` and `state`, and to be gone at once. */
export function useLoginWay() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const way = { to: '/login', state: { from: pathname + search + hash } } as const;
  return { ...way, go: () => void navigate(way.to, { state: way.state }) };
}
