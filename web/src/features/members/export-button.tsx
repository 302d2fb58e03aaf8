import { useTranslation } from 'react-i18next';
import { exportMembers } from '#models/contract/society-insights';
import { DownloadButton, useDownload } from '@/components/download-button';
import { api } from '@/lib/api';
import { csvFile } from '@/lib/download';

/** Milliseconds; the list of a large society takes longer than the default. */
const timeout = 60_000;

function useFile(societyId: string) {
  const { t } = useTranslation('members');
  const fetchFile = async () => csvFile('members.csv', (await api(exportMembers, { society_id: societyId }, { timeout })).data);
  return { fetchFile, done: t('export.done'), failed: t('export.failed') };
}

/** Downloads all members as CSV, by `run`. */
export const useExport = (societyId: string) => useDownload(useFile(societyId));

/** Button that downloads all members as CSV, for admins. */
export function ExportButton({ societyId }: { societyId: string }) {
  const { t } = useTranslation('members');
  return (
    <DownloadButton variant="default" busyLabel={t('export.busy')} {...useFile(societyId)}>
      {t('export.action')}
    </DownloadButton>
  );
}
