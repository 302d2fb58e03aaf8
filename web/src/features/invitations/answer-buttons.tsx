import { useTranslation } from 'react-i18next';
import type { Invitation } from '#models/contract/invitations';
import { BusyButton } from '@/components/busy-button';
import css from './invitations.module.css';
import { useAnswerInvitation } from './use-answer-invitation';

/** Buttons to accept and decline an invitation. */
export function AnswerButtons({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('invitations');
  const { busy, answerInvitation } = useAnswerInvitation(invitation);
  const society = invitation.Society.Name;
  return (
    <span className={css.answers}>
      <BusyButton
        variant="light"
        busy={busy === 'accept'}
        busyLabel={t('joining')}
        disabled={busy === 'decline'}
        aria-label={busy === 'accept' ? undefined : t('acceptOf', { society })}
        onClick={() => void answerInvitation('accept')}
      >
        {t('accept')}
      </BusyButton>
      <BusyButton
        variant="default"
        busy={busy === 'decline'}
        busyLabel={t('declining')}
        disabled={busy === 'accept'}
        aria-label={busy === 'decline' ? undefined : t('declineOf', { society })}
        onClick={() => void answerInvitation('decline')}
      >
        {t('decline')}
      </BusyButton>
    </span>
  );
}
