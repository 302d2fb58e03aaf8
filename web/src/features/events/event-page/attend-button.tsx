import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ShownEvent } from '../events.store';
import { useAttend } from './use-attend';

/** Comes, waits for a seat, or gives it up; leads to the login who is signed out. Nothing once the event is over. */
export function AttendButton({ event, isWide = false }: { event: ShownEvent; isWide?: boolean }) {
  const { t } = useTranslation('event');
  const { way, want, login } = useAttend(event);
  const size = { size: 'md', fullWidth: isWide } as const;
  switch (way) {
    case 'closed':
      return null;
    case 'login':
      return (
        <Button component={Link} to={login.to} state={login.state} {...size}>
          {t('actions.login')}
        </Button>
      );
    case 'unverified':
      return (
        <Button {...size} disabled title={t('actions.unverified')}>
          {t('actions.attend')}
        </Button>
      );
    case 'going':
      return (
        <Button
          {...size}
          variant="light"
          aria-pressed="true"
          title={t('actions.giveUp')}
          leftSection={<IconCheck size={19} aria-hidden="true" />}
          onClick={() => want('not_attending')}
        >
          {t('actions.going')}
        </Button>
      );
    case 'waiting':
      return (
        <Button {...size} variant="default" onClick={() => want('not_attending')}>
          {t('actions.leave')}
        </Button>
      );
    case 'full':
      return (
        <Button {...size} variant="default" onClick={() => want('waiting')}>
          {t('actions.join')}
        </Button>
      );
    case 'open':
      return (
        <Button {...size} leftSection={<IconCheck size={19} aria-hidden="true" />} onClick={() => want('attending')}>
          {t('actions.attend')}
        </Button>
      );
  }
}
