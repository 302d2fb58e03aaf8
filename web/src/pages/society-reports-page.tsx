import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { roomOf } from '#models/contract/rooms';
import type { Society } from '#models/contract/societies';
import { Forbidden } from '@/features/reports/forbidden';
import { ReportQueue } from '@/features/reports/report-queue';
import { SocietyFrame } from '@/features/societies/society-frame';
import { useRooms } from '@/lib/live';

function Queue({ society: { ID } }: { society: Society }) {
  useRooms([roomOf('societyModerators', ID)]);
  return <ReportQueue societyId={ID} />;
}

/** /societies/{id}/reports */
export default function SocietyReportsPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('moderation');
  return (
    <div className="page">
      <SocietyFrame key={id} id={id} tab="reports" isCompact>
        {(society) => (
          <>
            <h2 className="vh">{t('reports.title')}</h2>
            {society.Can.manage || society.Role === 'moderator' ? <Queue society={society} /> : <Forbidden societyId={id} />}
          </>
        )}
      </SocietyFrame>
    </div>
  );
}
