import { useTranslation } from 'react-i18next';
import { PageHead } from '@/components/page-head';
import { Side } from '@/components/side';
import { InvitationsCard } from '@/features/invitations/invitations-card';
import { ImpactCard } from '@/features/societies/impact-card';
import { DiscoverMore, MySocieties } from '@/features/societies/my-societies';
import { useUser } from '@/lib/session';

/** /my-societies */
export default function MySocietiesPage() {
  const { t } = useTranslation('societies');
  const name = useUser()?.Name ?? '';
  return (
    <div className="page split steady">
      <div className="stack">
        <PageHead title={t('mySocieties.title')} lead={t('mySocieties.lead', { name })} action={<DiscoverMore />} />
        <MySocieties />
      </div>
      <Side>
        <ImpactCard />
        <InvitationsCard />
      </Side>
    </div>
  );
}
