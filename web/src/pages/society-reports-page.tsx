import { useTranslation } from 'react-i18next';
import { roomOf } from '#models/contract/rooms';
import type { Society } from '#models/contract/societies';
import { Notice } from '@/components/notice';
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
  return (
    <SocietyPageFrame tab={null} isCompact>
      {(society) => (
        <>
          <h2 className="vh">{t('reports.title')}</h2>
          {society.Can.moderate ? (
            <Queue society={society} />
          ) : (
            <Notice
              kind="closed"
              title={t('forbidden.title')}
              text={t('forbidden.text')}
              to={`/societies/${society.ID}`}
              action={t('forbidden.action')}
            />
          )}
        </>
      )}
    </SocietyPageFrame>
  );
}
