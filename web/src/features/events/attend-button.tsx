import { Button } from '@mantine/core';
import { IconCheck, IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Attendance } from '#models/contract/attendance';
import { confirm } from '@/components/confirm';
import { useUser } from '@/lib/session';
import { attend, useLoginWay, useStandingIn } from './attendance';
import type { ShownEvent } from './events.store';

/** Attends, or waits, or neither; where the seats ran out meanwhile the waiting list is offered. */
export function useAttend(event: ShownEvent): (want: Attendance) => Promise<void> {
  const { t } = useTranslation('events');
  return async (want) => {
    if ((await attend(event, want)) !== 'full') return;
    await confirm({
      title: t('waiting.title'),
      text: t('waiting.text'),
      action: t('waiting.action'),
      busy: t('waiting.busy'),
      run: () => attend(event, 'waiting'),
    });
  };
}

/** For visitors: attending begins with the login. */
export function LoginToAttend({ size = 'sm' }: { size?: string }) {
  const { t } = useTranslation('events');
  const { to, state } = useLoginWay();
  return (
    <Button component={Link} to={to} state={state} size={size} variant="light">
      {t('card.login')}
    </Button>
  );
}

/** The way to a seat, by how the reader stands to the event; nothing once it is over or called off. */
export function AttendButton({ event, size = 'sm' }: { event: ShownEvent; size?: string }) {
  const { t } = useTranslation('events');
  const isSignedIn = useUser() !== null;
  const { attendance } = useStandingIn(event);
  const want = useAttend(event);
  if (event.Status !== 'upcoming') return null;
  if (!isSignedIn) return <LoginToAttend size={size} />;
  if (attendance === 'attending')
    return (
      <Button
        size={size}
        variant="light"
        leftSection={<IconCheck size={16} aria-hidden="true" />}
        title={t('card.attendingHelp')}
        onClick={() => void want('not_attending')}
      >
        {t('card.attending')}
      </Button>
    );
  if (attendance === 'waiting')
    return (
      <Button
        size={size}
        variant="default"
        leftSection={<IconClock size={16} aria-hidden="true" />}
        title={t('card.waitingHelp')}
        onClick={() => void want('not_attending')}
      >
        {t('card.waiting')}
      </Button>
    );
  const isFull = event.seats_left === 0;
  return (
    <Button
      size={size}
      variant={isFull ? 'default' : 'filled'}
      disabled={!event.Can.attend}
      title={event.Can.attend ? undefined : t('card.notNow')}
      onClick={() => void want(isFull ? 'waiting' : 'attending')}
    >
      {isFull ? t('card.join') : t('card.attend')}
    </Button>
  );
}
