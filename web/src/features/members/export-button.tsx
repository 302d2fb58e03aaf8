import { useTranslation } from 'react-i18next';
import { exportMembers } from '#models/contract/society-insights';
import { DownloadButton } from '@/components/download-button';
import { api } from '@/lib/api';
import { csvFile } from '@/lib/download';

/** Milliseconds; the list of a large society takes longer than the default. */
const timeout = 60_000;

/** Button that downloads all members as CSV, for admins. */
export function ExportButton({ societyId }: { societyId: string }) {
  const { t } = useTranslation('members');
  const fetchFile = async () => {
    const { data } = await api(exportMembers, { society_id: societyId }, { timeout });
    return csvFile('members.csv', data);
  };
  return (
    <DownloadButton
      variant="default"
      busyLabel={t('export.busy')}
      fetchFile={fetchFile}
      done={t('export.done')}
      failed={t('export.failed')}
    >
      {t('export.action')}
    </DownloadButton>
  );
}
