import { Button, type ButtonProps } from '@mantine/core';
import { IconCheck, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Attendance } from '#models/contract/attendance';
import { useIsAttendanceQueued, useLoginLink } from './attendance';
import type { ShownEvent } from './events.store';
import { type AttendState, useAttend } from './use-attend';

type ButtonSize = Pick<ButtonProps, 'size' | 'fullWidth'>;

/** Login link for visitors. */
function LoginToAttend(size: ButtonSize) {
  const { t } = useTranslation('events');
  const { to, state } = useLoginLink();
  return (
    <Button component={Link} to={to} state={state} variant="light" {...size}>
      {t('card.login')}
    </Button>
  );
}

/** Text, look and target attendance of the button by attend state. */
const looks = {
  unverified: { text: 'card.attend', help: 'card.notNow', variant: 'filled', target: 'attending' },
  open: { text: 'card.attend', help: undefined, variant: 'filled', target: 'attending' },
  full: { text: 'card.join', help: undefined, variant: 'default', target: 'waiting' },
  going: { text: 'card.attending', help: 'card.attendingHelp', variant: 'light', target: 'not_attending' },
  waiting: { text: 'card.waiting', help: 'card.waitingHelp', variant: 'default', target: 'not_attending' },
} as const satisfies Record<Exclude<AttendState, 'closed' | 'login'>, { target: Attendance; [more: string]: string | undefined }>;

const icons: Partial<Record<AttendState, ReactNode>> = {
  going: <IconCheck size={16} aria-hidden="true" />,
  waiting: <IconClock size={16} aria-hidden="true" />,
};

interface AttendButtonProps extends ButtonSize {
  event: ShownEvent;
  /** Called when the server has given the viewer a seat. */
  onSeat?: (() => void) | undefined;
}

/** Button that takes or gives up a seat, or joins the waiting list; empty for an ended or cancelled event. */
export function AttendButton({ event, size = 'sm', fullWidth = false, onSeat }: AttendButtonProps) {
  const { t } = useTranslation('events');
  const { state, setAttendance } = useAttend(event, onSeat);
  const isWaiting = useIsAttendanceQueued(event.ID);
  if (state === 'closed') return null;
  if (state === 'login') return <LoginToAttend size={size} fullWidth={fullWidth} />;
  const { text, help, variant, target } = looks[state];
  return (
    <Button
      size={size}
      fullWidth={fullWidth}
      variant={variant}
      leftSection={isWaiting ? <IconClock size={16} aria-hidden="true" /> : icons[state]}
      disabled={state === 'unverified'}
      title={isWaiting ? t('waitingToSend') : help && t(help)}
      aria-description={isWaiting ? t('waitingToSend') : undefined}
      onClick={() => setAttendance(target)}
    >
      {t(text)}
    </Button>
  );
}
