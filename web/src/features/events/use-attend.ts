import { useTranslation } from 'react-i18next';
import type { Attendance } from '#models/contract/attendance';
import { isAttendable } from '#models/contract/event-phase';
import { confirm } from '@/components/confirm';
import { useUser } from '@/lib/session';
import { attend, useViewerStanding } from './attendance';
import type { ShownEvent } from './events.store';

/** How the viewer may change their attendance; `closed` after the end or a cancellation. */
export type AttendState = 'closed' | 'login' | 'unverified' | 'going' | 'waiting' | 'full' | 'open';

function attendStateOf(event: ShownEvent, isSignedIn: boolean, attendance: Attendance | null): AttendState {
  const { seats_left, Can } = event;
  if (!isAttendable(event)) return 'closed';
  if (!isSignedIn) return 'login';
  if (attendance === 'attending') return 'going';
  if (attendance === 'waiting') return 'waiting';
  if (!Can.attend) return 'unverified';
  return seats_left === 0 ? 'full' : 'open';
}

/**
 * The attend state of the viewer, and a function that changes it. Offers the waiting list if the event became full. Calls `onSeat`
 * when the server has given the viewer a seat.
 */
export function useAttend(event: ShownEvent, onSeat?: () => void): { state: AttendState; setAttendance: (to: Attendance) => void } {
  const { t } = useTranslation('events');
  const isSignedIn = useUser() !== null;
  const { attendance } = useViewerStanding(event);
  const setAttendance = async (to: Attendance) => {
    const outcome = await attend(event, to);
    if (outcome === 'done' && to === 'attending') onSeat?.();
    if (outcome !== 'full') return;
    await confirm({
      title: t('waiting.title'),
      text: t('waiting.text'),
      action: t('waiting.action'),
      busy: t('waiting.busy'),
      run: () => attend(event, 'waiting'),
    });
  };
  return { state: attendStateOf(event, isSignedIn, attendance), setAttendance: (to) => void setAttendance(to) };
}
