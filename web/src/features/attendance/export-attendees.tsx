import { useTranslation } from 'react-i18next';
import { exportAttendees } from '#models/contract/check-in';
import { DownloadButton } from '@/components/download-button';
import { api } from '@/lib/api';
import { csvFile } from '@/lib/download';

/** Milliseconds; the list of a large event takes longer than the default. */
const timeout = 60_000;

/** Button that downloads all people of an event as CSV, with who came and who did not. */
export function ExportAttendees({ eventId }: { eventId: string }) {
  const { t } = useTranslation('check-in');
  const fetchFile = async () => csvFile('attendees.csv', (await api(exportAttendees, { event_id: eventId }, { timeout })).data);
  return (
    <DownloadButton
      variant="default"
      busyLabel={t('attendees.export.busy')}
      fetchFile={fetchFile}
      done={t('attendees.export.done')}
      failed={t('attendees.export.failed')}
    >
      {t('attendees.export.action')}
    </DownloadButton>
  );
}
