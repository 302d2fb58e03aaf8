import { Button, type ButtonProps } from '@mantine/core';
import { IconCheck, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Attendance } from '#models/contract/attendance';
import { useIsWaitingToSend, useLoginWay } from './attendance';
import type { ShownEvent } from './events.store';
import { useAttend, type Way } from './use-attend';

type Look = Pick<ButtonProps, 'size' | 'fullWidth'>;

/** For visitors: attending begins with the login. */
function LoginToAttend(look: Look) {
  const { t } = useTranslation('events');
  const { to, state } = useLoginWay();
  return (
    <Button component={Link} to={to} state={state} variant="light" {...look}>
      {t('card.login')}
    </Button>
  );
}

/** What the button says, and what pressing it leads to, of who is signed in and may still come. */
const faces = {
  unverified: { text: 'card.attend', help: 'card.notNow', variant: 'filled', wants: 'attending' },
  open: { text: 'card.attend', help: undefined, variant: 'filled', wants: 'attending' },
  full: { text: 'card.join', help: undefined, variant: 'default', wants: 'waiting' },
  going: { text: 'card.attending', help: 'card.attendingHelp', variant: 'light', wants: 'not_attending' },
  waiting: { text: 'card.waiting', help: 'card.waitingHelp', variant: 'default', wants: 'not_attending' },
} as const satisfies Record<Exclude<Way, 'closed' | 'login'>, { wants: Attendance; [more: string]: string | undefined }>;

const icons: Partial<Record<Way, ReactNode>> = {
  going: <IconCheck size={16} aria-hidden="true" />,
  waiting: <IconClock size={16} aria-hidden="true" />,
};

/** The way to a seat, by how the reader stands to the event, and out of it again; nothing once it is over or called off. */
export function AttendButton({ event, size = 'sm', fullWidth = false }: { event: ShownEvent } & Look) {
  const { t } = useTranslation('events');
  const { way, want } = useAttend(event);
  const isWaiting = useIsWaitingToSend('attendance', event.ID);
  if (way === 'closed') return null;
  if (way === 'login') return <LoginToAttend size={size} fullWidth={fullWidth} />;
  const { text, help, variant, wants } = faces[way];
  return (
    <Button
      size={size}
      fullWidth={fullWidth}
      variant={variant}
      leftSection={isWaiting ? <IconClock size={16} aria-hidden="true" /> : icons[way]}
      disabled={way === 'unverified'}
      title={isWaiting ? t('waitingToSend') : help && t(help)}
      aria-description={isWaiting ? t('waitingToSend') : undefined}
      onClick={() => want(wants)}
    >
      {t(text)}
    </Button>
  );
}
