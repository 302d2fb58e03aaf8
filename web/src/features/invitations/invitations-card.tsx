import { useTranslation } from 'react-i18next';
import { SideCard } from '@/components/side-card';
import { useInvitations } from './invitations.store';

/** The way to the own invitations, and how many are open. */
export function InvitationsCard() {
  const { t } = useTranslation('invitations');
  const { query, items } = useInvitations();
  return (
    <SideCard title={t('title')} link={{ to: '/invitations', label: t('card.all') }}>
      <p className="small soft">{query.isSuccess && (items.length > 0 ? t('card.more', { count: items.length }) : t('none'))}</p>
    </SideCard>
  );
}
