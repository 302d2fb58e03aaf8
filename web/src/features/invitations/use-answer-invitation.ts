import { useTranslation } from 'react-i18next';
import { acceptInvitation, declineInvitation } from '#models/contract/invitation-answers';
import type { Invitation } from '#models/contract/invitations';
import { askBeforeJoining } from '@/components/ask-before-joining';
import { api } from '@/lib/api';
import { cancelAndInvalidate } from '@/lib/query';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import { invitationList } from './invitations.store';

type Answer = 'accept' | 'decline';
const calls = { accept: acceptInvitation, decline: declineInvitation };

/** Answers an invitation; `busyWith` is the answer being sent. Refetches the list if it failed. */
export function useAnswerInvitation({ ID, Society }: Pick<Invitation, 'ID' | 'Society'>) {
  const { t } = useTranslation('invitations');
  const answer = async (answer: Answer): Promise<void> => {
    const given = answer === 'accept' ? await askBeforeJoining(Society) : {};
    if (!given) return;
    await api(calls[answer], { invitation_id: ID, ...given });
    if (answer === 'accept') {
      const link = { to: `/societies/${Society.ID}`, label: t('see') };
      toast('live', t('accepted', { society: Society.Name }), { id: `approved-${Society.ID}`, link });
      await cancelAndInvalidate(['societies']);
    }
    invitationList.remove(ID);
  };
  return useAction(answer, { onError: () => invitationList.refetch() });
}
