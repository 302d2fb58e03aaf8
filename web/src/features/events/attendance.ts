import { useLocation, useNavigate } from 'react-router-dom';
import { type Attendance, toggleAttendance, toggleBookmark } from '#models/contract/attendance';
import type { DataOf } from '#models/contract/define';
import { ApiError, api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { i18n } from '@/lib/i18n';
import { askAnew } from '@/lib/query';
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
  const unshow = standings.expect(id, (own) => ({ ...own, attendance: want, waiting_position: null }));
  return event ? [unshow, events.expect(id, asCounted(event, { attendees: seats }))] : [unshow];
}

function showBookmark(id: string, on: boolean): (() => void)[] {
  const [event, before] = [events.get(id), bookmarks.get(id)?.on ?? false];
  const unshow = bookmarks.expect(id, (own) => ({ ...own, on }));
  return event ? [unshow, events.expect(id, asCounted(event, { interested: Number(on) - Number(before) }))] : [unshow];
}

/** What was shown may be older than what the server refused it for. */
function lookAgain(id: string, error: unknown): void {
  if (error instanceof ApiError && error.status >= 403 && error.status < 500) void askAnew(keys.info(id));
}

/**
 * Attends an event, waits for a seat, or gives it up: seen at once, the server's own words when it is so, and taken back when
 * it is not. Answers `full` where there is no seat: nothing is said then, as the waiting list is to be offered.
 */
export async function attend({ ID }: Pick<ShownEvent, 'ID'>, want: Attendance): Promise<'done' | 'full' | 'failed'> {
  try {
    const { attendance, message } = await wishAttendance(ID, want, () => showAttendance(ID, want));
    const text = i18n.language === 'en' ? message : texts()(`attendance.${attendance}`);
    toast('success', text, { id: `attendance-${ID}` });
    return 'done';
  } catch (error) {
    lookAgain(ID, error);
    if (error instanceof ApiError && error.code === 'event_full') return 'full';
    reportFailure(error, texts()('attendance.failed'));
    return 'failed';
  }
}

/** Keeps an event or not: seen at once, and taken back when the server does not take it. Answers whether it did. */
export async function bookmark({ ID }: Pick<ShownEvent, 'ID'>, on: boolean): Promise<boolean> {
  try {
    const { bookmarked, message } = await wishBookmark(ID, on, () => showBookmark(ID, on));
    const text = i18n.language === 'en' ? message : texts()(bookmarked ? 'bookmark.set' : 'bookmark.gone');
    toast('success', text, { id: `bookmark-${ID}` });
    return true;
  } catch (error) {
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
