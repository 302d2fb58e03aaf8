import { useLocation, useNavigate } from 'react-router-dom';
import { type Attendance, toggleAttendance, toggleBookmark } from '#models/contract/attendance';
import type { DataOf } from '#models/contract/define';
import { ApiError, api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { i18n } from '@/lib/i18n';
import { cancelAndInvalidate } from '@/lib/query';
import { isProbablyOffline, isUnreachableError } from '@/lib/reachability';
import { toast } from '@/lib/toasts';
import { dequeue, enqueue, queuedOf, registerQueueHandler, useQueuedOf } from '@/sync/offline-queue';
import { keys } from './events.keys';
import { bookmarks, events, type ShownEvent, standings } from './events.store';
import { latestWins } from './latest-wins';

type Texts = ReturnType<typeof i18n.getFixedT<'events'>>;
const texts = (): Texts => i18n.getFixedT(null, 'events');

async function sendAttendance(event_id: string, status: Attendance): Promise<DataOf<typeof toggleAttendance>> {
  const { data } = await api(toggleAttendance, { event_id, status });
  const { attendance, waiting_position, version, message: _message, ...counts } = data;
  standings.merge([{ event: event_id, attendance, waiting_position, rev: counts.rev, version }]);
  events.patch(event_id, counts);
  return data;
}

async function sendBookmark(event_id: string, bookmarked: boolean): Promise<DataOf<typeof toggleBookmark>> {
  const { data } = await api(toggleBookmark, { event_id, bookmarked });
  const { bookmarked: on, version, message: _message, ...counts } = data;
  bookmarks.merge([{ event: event_id, on, version }]);
  events.patch(event_id, counts);
  return data;
}

const setAttendance = latestWins(sendAttendance);
const setBookmark = latestWins(sendBookmark);

/**
 * Optimistic change that fixes the counts the viewer saw, plus the own change, until the answer: a message that arrives
 * meanwhile may or may not include the change.
 */
function withCounts({ attendees, interested, seats_left }: ShownEvent, change: { attendees?: number; interested?: number }) {
  const { attendees: seats = 0, interested: interest = 0 } = change;
  const counts = {
    attendees: Math.max(0, attendees + seats),
    interested: Math.max(0, interested + interest),
    seats_left: seats_left === null ? null : Math.max(0, seats_left - seats),
  };
  return (event: ShownEvent): ShownEvent => ({ ...event, ...counts });
}

function showAttendance(id: string, want: Attendance): (() => void)[] {
  const [event, before] = [events.get(id), standings.get(id)?.attendance];
  const seats = Number(want === 'attending') - Number(before === 'attending');
  const rollback = standings.applyOptimistic(id, (own) => ({ ...own, attendance: want, waiting_position: null }));
  return event ? [rollback, events.applyOptimistic(id, withCounts(event, { attendees: seats }))] : [rollback];
}

function showBookmark(id: string, on: boolean): (() => void)[] {
  const [event, before] = [events.get(id), bookmarks.get(id)?.on ?? false];
  const rollback = bookmarks.applyOptimistic(id, (own) => ({ ...own, on }));
  return event ? [rollback, events.applyOptimistic(id, withCounts(event, { interested: Number(on) - Number(before) }))] : [rollback];
}

/** Refetches an event after a refusal, since the shown state may be older than the server's. */
function refetchIfRefused(id: string, error: unknown): void {
  if (error instanceof ApiError && error.status >= 403 && error.status < 500) void cancelAndInvalidate(keys.info(id));
}

const queuedAttendance = (id: string) => queuedOf('attendance').find(({ event }) => event === id);
const queuedBookmark = (id: string) => queuedOf('bookmark').find(({ event }) => event === id);

const showWaitingToast = (id: string): void => toast('info', texts()('waitingToSend'), { id });
const expiredText = async (): Promise<string> => {
  await i18n.loadNamespaces('events');
  return texts()('tooLate');
};
const all = (ends: (() => void)[]) => () => {
  for (const end of ends) end();
};
const refetchInfo = (event: string): void => void cancelAndInvalidate(keys.info(event));

registerQueueHandler('attendance', {
  show: ({ event, want }) => all(showAttendance(event, want)),
  send: async ({ event, want }) => void (await sendAttendance(event, want)),
  discard: ({ event }) => refetchInfo(event),
  expiredText,
});
registerQueueHandler('bookmark', {
  show: ({ event, on }) => all(showBookmark(event, on)),
  send: async ({ event, on }) => void (await sendBookmark(event, on)),
  discard: ({ event }) => refetchInfo(event),
  expiredText,
});

/** Queues the attendance in place of an earlier queued one; queues nothing if it equals the current state. */
function queueAttendance(event: string, want: Attendance, hasFailed: boolean): void {
  const existing = queuedAttendance(event);
  if (existing) dequeue(existing.id);
  if ((standings.get(event)?.attendance ?? 'not_attending') === want) return;
  enqueue({ kind: 'attendance', id: crypto.randomUUID(), at: Date.now(), event, want }, hasFailed);
  showWaitingToast(`attendance-${event}`);
}

function queueBookmark(event: string, on: boolean, hasFailed: boolean): void {
  const existing = queuedBookmark(event);
  if (existing) dequeue(existing.id);
  if ((bookmarks.get(event)?.on ?? false) === on) return;
  enqueue({ kind: 'bookmark', id: crypto.randomUUID(), at: Date.now(), event, on }, hasFailed);
  showWaitingToast(`bookmark-${event}`);
}

/** Whether a change of the viewer's attendance or bookmark is queued. */
export const useIsWaitingToSend = (kind: 'attendance' | 'bookmark', id: string): boolean =>
  useQueuedOf(kind).some(({ event }) => event === id);

/**
 * Sets the viewer's attendance optimistically, shows the server's message, and rolls back on failure. Queues the change while
 * offline. Resolves to `full` without a toast if no seat is left, so that the caller can offer the waiting list.
 */
export async function attend({ ID }: Pick<ShownEvent, 'ID'>, want: Attendance): Promise<'done' | 'full' | 'failed'> {
  if (isProbablyOffline() || queuedAttendance(ID)) {
    queueAttendance(ID, want, false);
    return 'done';
  }
  try {
    const { attendance, message } = await setAttendance(ID, want, () => showAttendance(ID, want));
    const text = i18n.language === 'en' ? message : texts()(`attendance.${attendance}`);
    toast('success', text, { id: `attendance-${ID}` });
    return 'done';
  } catch (error) {
    if (isUnreachableError(error) && isProbablyOffline()) {
      queueAttendance(ID, want, true);
      return 'done';
    }
    refetchIfRefused(ID, error);
    if (error instanceof ApiError && error.code === 'event_full') return 'full';
    reportFailure(error, texts()('attendance.failed'));
    return 'failed';
  }
}

/** Sets or removes a bookmark optimistically and rolls back on failure; queues it while offline. Resolves to whether it succeeded. */
export async function bookmark({ ID }: Pick<ShownEvent, 'ID'>, on: boolean): Promise<boolean> {
  if (isProbablyOffline() || queuedBookmark(ID)) {
    queueBookmark(ID, on, false);
    return true;
  }
  try {
    const { bookmarked, message } = await setBookmark(ID, on, () => showBookmark(ID, on));
    const text = i18n.language === 'en' ? message : texts()(bookmarked ? 'bookmark.set' : 'bookmark.gone');
    toast('success', text, { id: `bookmark-${ID}` });
    return true;
  } catch (error) {
    if (isUnreachableError(error) && isProbablyOffline()) {
      queueBookmark(ID, on, true);
      return true;
    }
    refetchIfRefused(ID, error);
    reportFailure(error, texts()('bookmark.failed'));
    return false;
  }
}

/** The viewer's attendance and bookmark of an event; `attendance` is null for visitors and until loaded. */
export function useViewerStanding({ ID }: Pick<ShownEvent, 'ID'>): { attendance: Attendance | null; isBookmarked: boolean } {
  const attendance = standings.useOne(ID)?.attendance ?? null;
  const isBookmarked = bookmarks.useOne(ID)?.on ?? false;
  return { attendance, isBookmarked };
}

/** Link to the login that leads back to this page: `to` and `state` of a link, and `go` to navigate at once. */
export function useLoginLink() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const link = { to: '/login', state: { from: pathname + search + hash } } as const;
  return { ...link, go: () => void navigate(link.to, { state: link.state }) };
}
