import { useTranslation } from 'react-i18next';
import { Count } from '@/components/count';
import { SideCard } from '@/components/side-card';
import { formatCount } from '@/lib/format';
import { useInvitations } from './invitations.store';

/** Card with the number of open invitations and a link to them. */
export function InvitationsCard() {
  const { t } = useTranslation('invitations');
  const { query, items } = useInvitations();
  const n = formatCount(items.length, query.hasNextPage);
  return (
    <SideCard title={t('title')} link={{ to: '/invitations', label: t('card.all') }}>
      {query.data ? (
        <p className="small soft">{items.length > 0 ? t('card.more', { count: items.length, n }) : t('none')}</p>
      ) : (
        <Count value={undefined} isFailed={query.isError} />
      )}
    </SideCard>
  );
}
