import { useTranslation } from 'react-i18next';
import { PageHead } from '@/components/page-head';
import { AdminTabs } from '@/features/admin/admin-tabs';
import { OwnRights } from '@/features/staff/own-rights';
import { StaffRights } from '@/features/staff/staff-rights';
import { useScope } from '@/lib/scopes';

/** /admin/staff */
export default function AdminStaffPage() {
  const { t } = useTranslation('staff');
  const isAdmin = useScope('all');
  return (
    <div className="page">
      <div className="stack steady">
        <PageHead title={t('title')} lead={t('lead')} />
        <AdminTabs active="staff" />
        <OwnRights />
        {isAdmin && <StaffRights />}
      </div>
    </div>
  );
}
