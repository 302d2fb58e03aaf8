import { useTranslation } from 'react-i18next';
import { PageHead } from '@/components/page-head';
import { InvitationList } from '@/features/invitations/invitation-list';
import { OwnRequests } from '@/features/invitations/own-requests';

/** /invitations */
export default function InvitationsPage() {
  const { t } = useTranslation('invitations');
  return (
    <div className="page stack">
      <PageHead title={t('title')} lead={t('lead')} />
      <InvitationList />
      <OwnRequests />
    </div>
  );
}
