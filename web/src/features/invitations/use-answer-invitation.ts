import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { acceptInvitation, declineInvitation, type Invitation } from '#models/contract/invitations';
import { api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { cancelAndInvalidate } from '@/lib/query';
import { toast } from '@/lib/toasts';
import { refetchInvitations, removeInvitation } from './invitations.store';

type Answer = 'accept' | 'decline';
const calls = { accept: acceptInvitation, decline: declineInvitation };

/** Answers an invitation; `busy` is the answer being sent. Refetches the list after success and failure. */
export function useAnswerInvitation({ ID, Society }: Pick<Invitation, 'ID' | 'Society'>) {
  const { t } = useTranslation('invitations');
  const [busy, setBusy] = useState<Answer | null>(null);
  const answerInvitation = async (answer: Answer): Promise<void> => {
    if (busy) return;
    setBusy(answer);
    try {
      await api(calls[answer], { invitation_id: ID });
      if (answer === 'accept') {
        toast('live', t('accepted', { society: Society.Name }), {
          id: `approved-${Society.ID}`,
          link: { to: `/societies/${Society.ID}`, label: t('see') },
        });
        await Promise.all([cancelAndInvalidate(['societies', 'info', Society.ID]), cancelAndInvalidate(['societies', 'own'])]);
      }
      removeInvitation(ID);
    } catch (error) {
      reportFailure(error);
      setBusy(null);
    }
    void refetchInvitations();
  };
  return { busy, answerInvitation };
}
