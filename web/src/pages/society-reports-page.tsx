import { useTranslation } from 'react-i18next';
import { roomOf } from '#models/contract/rooms';
import type { Society } from '#models/contract/societies';
import { ReportQueue } from '@/features/reports/report-queue';
import { useRooms } from '@/lib/live';
import { SocietyPageFrame } from './society-page-frame';

function Queue({ society: { ID, Can } }: { society: Society }) {
  useRooms([roomOf('societyModerators', ID)]);
  return <ReportQueue societyId={ID} isAdmin={Can.manage} />;
}

/** /societies/{id}/reports */
export default function SocietyReportsPage() {
  const { t } = useTranslation('moderation');
  const needs = { right: 'moderate', title: t('forbidden.title'), text: t('forbidden.text'), action: t('forbidden.action') } as const;
  return (
    <SocietyPageFrame tab={null} isCompact title={t('reports.title')} needs={needs}>
      {(society) => <Queue society={society} />}
    </SocietyPageFrame>
  );
}
