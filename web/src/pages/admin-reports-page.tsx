import { useTranslation } from 'react-i18next';
import { roomOf } from '#models/contract/rooms';
import { PageHead } from '@/components/page-head';
import { AdminTabs } from '@/features/admin/admin-tabs';
import { ReportQueue } from '@/features/reports/report-queue';
import { useRooms } from '@/lib/live';
import { useScope } from '@/lib/scopes';

/** /admin/reports */
export default function AdminReportsPage() {
  const { t } = useTranslation('moderation');
  const mayDecide = useScope('moderate');
  useRooms([roomOf('platform')]);
  return (
    <div className="page">
      <div className="stack">
        <PageHead title={t('reports.title')} lead={t('reports.lead')} />
        <AdminTabs active="reports" />
        <ReportQueue mayDecide={mayDecide} />
      </div>
    </div>
  );
}
