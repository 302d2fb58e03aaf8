import { useLocation, useNavigate } from 'react-router-dom';
import { type Attendance, type EventCounts, toggleAttendance, toggleBookmark } from '#models/contract/attendance';
import { ApiError, api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { i18n } from '@/lib/i18n';
import { toast } from '@/lib/toasts';
import { defineOwnState } from '@/sync/own-state';
import { events, eventThings, type ShownEvent, standings } from './events.store';

const texts = () => i18n.getFixedT(null, 'events');

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

/** Shows an attendance and its seat; returns the rollbacks. */
export function showAttendance(id: string, want: Attendance): (() => void)[] {
  const [event, before] = [events.get(id), standings.get(id)?.attendance];
  const seats = Number(want === 'attending') - Number(before === 'attending');
  const rollback = standings.applyOptimistic(id, (own) => ({ ...own, attendance: want, waiting_position: null }));
  return event ? [rollback, events.applyOptimistic(id, withCounts(event, { attendees: seats }))] : [rollback];
}

function showBookmark(id: string, on: boolean): (() => void)[] {
  const [event, before] = [events.get(id), standings.get(id)?.bookmarked ?? false];
  const rollback = standings.applyOptimistic(id, (own) => ({ ...own, bookmarked: on }));
  return event ? [rollback, events.applyOptimistic(id, withCounts(event, { interested: Number(on) - Number(before) }))] : [rollback];
}

interface AttendanceAnswer extends EventCounts {
  attendance: Attendance;
  waiting_position: number | null;
  offered_until?: string | undefined;
  version: number;
}

/** Applies the answer to a change of the viewer's attendance. */
export function applyAttendance(id: string, answer: AttendanceAnswer): void {
  const { attendance, waiting_position, offered_until = null, version, ...counts } = answer;
  standings.patchOwn(id, { attendance, waiting_position, offered_until, rev: counts.rev, version });
  events.patch(id, counts);
}

/** Common part of the own states of events. */
export const queueing = (kind: 'attendance' | 'bookmark') => ({
  discard: (id: string) => void eventThings.refetch(id),
  expiredText: async () => {
    await i18n.loadNamespaces('events');
    return texts()('tooLate');
  },
  onQueued: (id: string) => toast('info', texts()('waitingToSend'), { id: `${kind}-${id}` }),
});

const attendances = defineOwnState({
  ...queueing('attendance'),
  kind: 'attendance',
  toAction: (event, want: Attendance) => ({ event, want }),
  fromAction: ({ event, want }) => ({ of: event, want }),
  current: (id) => standings.get(id)?.attendance ?? 'not_attending',
  show: showAttendance,
  send: async (event_id, status) => {
    const { data } = await api(toggleAttendance, { event_id, status });
    const { message, ...answer } = data;
    applyAttendance(event_id, answer);
    return i18n.language === 'en' ? message : texts()(`attendance.${answer.attendance}`);
  },
});

const bookmarks = defineOwnState({
  ...queueing('bookmark'),
  kind: 'bookmark',
  toAction: (event, on: boolean) => ({ event, on }),
  fromAction: ({ event, on }) => ({ of: event, want: on }),
  current: (id) => standings.get(id)?.bookmarked ?? false,
  show: showBookmark,
  send: async (event_id, on) => {
    const { data } = await api(toggleBookmark, { event_id, bookmarked: on });
    const { bookmarked, version, message, ...counts } = data;
    standings.patchOwn(event_id, { bookmarked, bookmark_version: version });
    events.patch(event_id, counts);
    return i18n.language === 'en' ? message : texts()(bookmarked ? 'bookmark.set' : 'bookmark.gone');
  },
});

/** Whether a change of the viewer's attendance is queued. */
export const useIsAttendanceQueued = attendances.useIsQueued;

/** Shows the text of the answer; null means queued. After a refusal refetches the event: the screen may be older than the server. */
async function toastAnswer(kind: 'attendance' | 'bookmark', id: string, answer: Promise<string | null>): Promise<'done' | 'queued'> {
  try {
    const text = await answer;
    if (text === null) return 'queued';
    toast('success', text, { id: `${kind}-${id}` });
    return 'done';
  } catch (error) {
    if (error instanceof ApiError && error.status >= 403 && error.status < 500) void eventThings.refetch(id);
    throw error;
  }
}

/**
 * Sets the viewer's attendance optimistically, shows the server's message, and rolls back on failure. Offline it queues the change
 * and resolves to `queued`. Resolves to `full` without a toast if no seat is left, so that the caller can offer the waiting list.
 */
export async function attend({ ID }: Pick<ShownEvent, 'ID'>, want: Attendance): Promise<'done' | 'queued' | 'full' | 'failed'> {
  try {
    return await toastAnswer('attendance', ID, attendances.set(ID, want));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'event_full') return 'full';
    reportFailure(error, texts()('attendance.failed'));
    return 'failed';
  }
}

/** Sets or removes a bookmark optimistically and rolls back on failure; queues it while offline. Resolves to whether it succeeded. */
export async function bookmark({ ID }: Pick<ShownEvent, 'ID'>, on: boolean): Promise<boolean> {
  try {
    await toastAnswer('bookmark', ID, bookmarks.set(ID, on));
    return true;
  } catch (error) {
    reportFailure(error, texts()('bookmark.failed'));
    return false;
  }
}

/** The viewer's attendance and bookmark of an event; `attendance` is null for visitors and until loaded. */
export function useViewerStanding({ ID }: Pick<ShownEvent, 'ID'>): { attendance: Attendance | null; isBookmarked: boolean } {
  const standing = standings.useOne(ID);
  return { attendance: standing?.attendance ?? null, isBookmarked: standing?.bookmarked ?? false };
}

/** Link to the login that leads back to this page: `to` and `state` of a link, and `go` to navigate at once. */
export function useLoginLink() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const link = { to: '/login', state: { from: pathname + search + hash } } as const;
  return { ...link, go: () => void navigate(link.to, { state: link.state }) };
}
