import { useTranslation } from 'react-i18next';
import type { Attendance } from '#models/contract/attendance';
import { isAttendable } from '#models/contract/event-phase';
import { confirm } from '@/components/confirm';
import { useUser } from '@/lib/session';
import { attend, useStandingIn } from './attendance';
import type { ShownEvent } from './events.store';

/** What one may do about coming: `closed` where it is over or called off. */
export type Way = 'closed' | 'login' | 'unverified' | 'going' | 'waiting' | 'full' | 'open';

function wayOf(event: ShownEvent, isSignedIn: boolean, attendance: Attendance | null): Way {
  const { seats_left, Can } = event;
  if (!isAttendable(event)) return 'closed';
  if (!isSignedIn) return 'login';
  if (attendance === 'attending') return 'going';
  if (attendance === 'waiting') return 'waiting';
  if (!Can.attend) return 'unverified';
  return seats_left === 0 ? 'full' : 'open';
}

/** How the reader stands to an event, and how they change it: where it is full meanwhile, the waiting list is offered. */
export function useAttend(event: ShownEvent): { way: Way; want: (want: Attendance) => void } {
  const { t } = useTranslation('events');
  const isSignedIn = useUser() !== null;
  const { attendance } = useStandingIn(event);
  const want = async (wanted: Attendance) => {
    if ((await attend(event, wanted)) !== 'full') return;
    await confirm({
      title: t('waiting.title'),
      text: t('waiting.text'),
      action: t('waiting.action'),
      busy: t('waiting.busy'),
      run: () => attend(event, 'waiting'),
    });
  };
  return { way: wayOf(event, isSignedIn, attendance), want: (wanted) => void want(wanted) };
}
