import { useTranslation } from 'react-i18next';
import { exportParticipation } from '#models/contract/term-reports';
import { TermDownloads } from '@/components/term-downloads';
import { api } from '@/lib/api';
import { pdfFile } from '@/lib/download';
import { SettingsCard } from './settings-card';

/** Milliseconds; a record waits for the files before it. */
const timeout = 60_000;

/** Card with the user's own record of participation. */
export function ParticipationCard() {
  const { t } = useTranslation('term-reports');
  return (
    <SettingsCard title={t('record.title')} lead={t('record.lead')}>
      <TermDownloads
        formats={[
          {
            format: 'pdf',
            fetchFile: async (term) => pdfFile('participation.pdf', (await api(exportParticipation, term, { timeout })).data),
          },
        ]}
      />
    </SettingsCard>
  );
}
