import { useTranslation } from 'react-i18next';
import { restorableDays } from '#models/contract/society-removal';
import { PageHead } from '@/components/page-head';
import { AdminTabs } from '@/features/admin/admin-tabs';
import { ClaimQueue } from '@/features/claims/claim-queue';
import { RemovedList } from '@/features/societies/removed/removed-list';
import { useScope } from '@/lib/scopes';

/** /admin/societies */
export default function AdminSocietiesPage() {
  const { t } = useTranslation('removed-societies');
  const seesClaims = useScope('all');
  return (
    <div className="page">
      <div className="stack">
        <PageHead title={t('title')} lead={t('lead', { count: restorableDays })} />
        <AdminTabs active="societies" />
        {seesClaims && <ClaimQueue />}
        <RemovedList />
      </div>
    </div>
  );
}
