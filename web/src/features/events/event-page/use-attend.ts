import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attendance } from '#models/contract/attendance';
import { confirm } from '@/components/confirm';
import { useUser } from '@/lib/session';
import { toast } from '@/lib/toasts';
import { attend, useLoginWay, useStandingIn } from '../attendance';
import type { ShownEvent } from '../events.store';

/** What one may do about coming: `closed` where it is over or called off. */
export type Way = 'closed' | 'login' | 'unverified' | 'going' | 'waiting' | 'full' | 'open';

function wayOf({ Status, seats_left, Can }: ShownEvent, isSignedIn: boolean, attendance: Attendance | null): Way {
  if (Status !== 'upcoming') return 'closed';
  if (!isSignedIn) return 'login';
  if (attendance === 'attending') return 'going';
  if (attendance === 'waiting') return 'waiting';
  if (!Can.attend) return 'unverified';
  return seats_left === 0 ? 'full' : 'open';
}

/** Says it where the waiting list gave a seat, while the page is open. */
export function useSeatNews(attendance: Attendance | null): void {
  const { t } = useTranslation('event');
  const before = useRef(attendance);
  useEffect(() => {
    if (before.current === 'waiting' && attendance === 'attending') toast('live', t('actions.seat'));
    before.current = attendance;
  }, [attendance, t]);
}

/** How the reader stands to an event, and how they change it: where it is full meanwhile, the waiting list is offered. */
export function useAttend(event: ShownEvent) {
  const { t } = useTranslation('event');
  const isSignedIn = useUser() !== null;
  const { attendance } = useStandingIn(event);
  const login = useLoginWay();
  const want = async (wanted: Attendance) => {
    if ((await attend(event, wanted)) !== 'full') return;
    const question = { title: t('actions.full'), text: t('actions.fullText'), action: t('actions.join') };
    if (await confirm(question)) await attend(event, 'waiting');
  };
  return { way: wayOf(event, isSignedIn, attendance), want: (wanted: Attendance) => void want(wanted), login };
}
