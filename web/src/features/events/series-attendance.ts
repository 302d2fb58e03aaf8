import type { DataOf } from '#models/contract/define';
import { isAttendable } from '#models/contract/event-phase';
import { attendSeries } from '#models/contract/event-series';
import { api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { formatNumber } from '@/lib/format';
import { i18n } from '@/lib/i18n';
import { toast } from '@/lib/toasts';
import { defineOwnState } from '@/sync/own-state';
import { applyAttendance, queueing, showAttendance } from './attendance';
import { events, type ShownEvent, standings } from './events.store';
import { seriesMeetings } from './series.store';

/** The wanted attendance of the remaining meetings of a series. */
interface SeriesAttendance {
  /** The meeting that names the series to the server. */
  event: string;
  meetings: readonly string[];
  status: 'attending' | 'not_attending';
}

/** A press is never the state on the screen, which may differ from meeting to meeting. */
const noState: SeriesAttendance = { event: '', meetings: [], status: 'not_attending' };

const isIn = (id: string): boolean => ['attending', 'waiting'].includes(standings.get(id)?.attendance ?? 'not_attending');

/** Shows a seat at each meeting that has one, else a place on the waiting list; or that all are given up. */
function show(_series: string, { meetings, status }: SeriesAttendance): (() => void)[] {
  const changing = meetings.filter((id) => isIn(id) !== (status === 'attending'));
  return changing.flatMap((id) => showAttendance(id, status === 'attending' && events.get(id)?.seats_left === 0 ? 'waiting' : status));
}

type Answer = DataOf<typeof attendSeries>['meetings'];

/** 'You are going to 12 meetings. You are on the waiting list for 3 meetings.' */
async function answerText(meetings: Answer): Promise<string> {
  await i18n.loadNamespaces(['event']);
  const t = i18n.getFixedT(null, 'event', 'series');
  const counted = (['attending', 'waiting'] as const).flatMap((state) => {
    const count = meetings.filter(({ attendance }) => attendance === state).length;
    return count > 0 ? [t(state === 'attending' ? 'sum.going' : 'sum.waiting', { count, n: formatNumber(count) })] : [];
  });
  return counted.length > 0 ? counted.join(' ') : t('gone');
}

const seriesAttendances = defineOwnState({
  ...queueing('attendance'),
  kind: 'series-attendance',
  toAction: (series, { event, meetings, status }: SeriesAttendance) => ({ series, event, meetings: [...meetings], status }),
  fromAction: ({ series, event, meetings, status }) => ({ of: series, want: { event, meetings, status } }),
  current: () => noState,
  show,
  send: async (_series, { event: event_id, status }) => {
    const { data } = await api(attendSeries, { event_id, status });
    for (const { event_id: id, ...answer } of data.meetings) applyAttendance(id, answer);
    return answerText(data.meetings);
  },
  discard: () => void seriesMeetings.refetch(),
});

/** Whether a change of the attendance of a whole series is queued. */
export const useIsSeriesQueued = seriesAttendances.useIsQueued;

/**
 * Attends all remaining meetings of a series, or gives them up, optimistically; shows the result, and rolls back on failure. Queues
 * the change while offline. Resolves to whether it succeeded or was queued.
 */
export async function attendAll(series: string, meetings: readonly ShownEvent[], status: SeriesAttendance['status']): Promise<boolean> {
  const remaining = meetings.filter(isAttendable).map(({ ID }) => ID);
  const [event] = remaining;
  if (event === undefined) return false;
  try {
    const text = await seriesAttendances.set(series, { event, meetings: remaining, status });
    if (text !== null) toast('success', text, { id: `series-${series}` });
    return true;
  } catch (error) {
    // Some meetings may have been changed before the failure.
    void seriesMeetings.refetch();
    reportFailure(error, i18n.t('attendance.failed', { ns: 'events' }));
    return false;
  }
}
