import { useTranslation } from 'react-i18next';
import { exportMembers } from '#models/contract/society-insights';
import { DownloadButton } from '@/components/download-button';
import { api } from '@/lib/api';

/** Says to a spreadsheet that the letters are UTF-8; the browser takes it off what it reads. */
const byteOrderMark = '\uFEFF';
/** A large society's list may take its time. */
const longestMs = 60_000;

/** All members as a file, for the admins. */
export function ExportButton({ societyId }: { societyId: string }) {
  const { t } = useTranslation('members');
  const fetchFile = async () => {
    const { data } = await api(exportMembers, { society_id: societyId }, { timeout: longestMs });
    return ['members.csv', 'text/csv', byteOrderMark + data.replace(byteOrderMark, '')] as const;
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
