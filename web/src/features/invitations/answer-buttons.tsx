import { useTranslation } from 'react-i18next';
import type { Invitation } from '#models/contract/invitations';
import { BusyButton } from '@/components/busy-button';
import css from './invitations.module.css';
import { useAnswerInvitation } from './use-answer-invitation';

/** Buttons to accept and decline an invitation. */
export function AnswerButtons({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('invitations');
  const { run, busyWith } = useAnswerInvitation(invitation);
  const society = invitation.Society.Name;
  return (
    <span className={css.answers}>
      <BusyButton
        variant="light"
        busy={busyWith === 'accept'}
        busyLabel={t('joining')}
        disabled={busyWith === 'decline'}
        aria-label={busyWith === 'accept' ? undefined : t('acceptOf', { society })}
        onClick={() => void run('accept')}
      >
        {t('accept')}
      </BusyButton>
      <BusyButton
        variant="default"
        busy={busyWith === 'decline'}
        busyLabel={t('declining')}
        disabled={busyWith === 'accept'}
        aria-label={busyWith === 'decline' ? undefined : t('declineOf', { society })}
        onClick={() => void run('decline')}
      >
        {t('decline')}
      </BusyButton>
    </span>
  );
}
