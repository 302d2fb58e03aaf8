import { useTranslation } from 'react-i18next';
import { exportSocietyReport, exportSocietyReportTable } from '#models/contract/term-reports';
import { TermDownloads } from '@/components/term-downloads';
import { api } from '@/lib/api';
import { csvFile, pdfFile } from '@/lib/download';
import css from './insights.module.css';

/** Milliseconds; a report waits for the ones before it. */
const timeout = 60_000;

/** Card with the term report of a society. */
export function SocietyReport({ societyId }: { societyId: string }) {
  const { t } = useTranslation('term-reports');
  const of = { society_id: societyId };
  return (
    <section className={`card ${css.report}`} aria-labelledby="term-report">
      <div>
        <h3 id="term-report" className="h3">
          {t('title')}
        </h3>
        <p className="small soft">{t('society')}</p>
      </div>
      <TermDownloads
        formats={[
          {
            format: 'pdf',
            fetchFile: async (term) => pdfFile('term-report.pdf', (await api(exportSocietyReport, { ...of, ...term }, { timeout })).data),
          },
          {
            format: 'csv',
            fetchFile: async (term) =>
              csvFile('term-report.csv', (await api(exportSocietyReportTable, { ...of, ...term }, { timeout })).data),
          },
        ]}
      />
    </section>
  );
}
