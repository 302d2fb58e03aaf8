import { useTranslation } from 'react-i18next';
import { exportUniversityReport, exportUniversityReportTable } from '#models/contract/term-reports';
import { TermDownloads } from '@/components/term-downloads';
import { api } from '@/lib/api';
import { csvFile, pdfFile } from '@/lib/download';
import css from './people.module.css';

/** Milliseconds; a report waits for the ones before it. */
const timeout = 60_000;

/** Card with the term report of the university. */
export function UniversityReport() {
  const { t } = useTranslation('term-reports');
  return (
    <section className={`card ${css.term}`} aria-label={t('title')}>
      <h2 className="h3">{t('title')}</h2>
      <p className="small soft">{t('university')}</p>
      <TermDownloads
        formats={[
          {
            format: 'pdf',
            fetchFile: async (term) => pdfFile('term-report.pdf', (await api(exportUniversityReport, term, { timeout })).data),
          },
          {
            format: 'csv',
            fetchFile: async (term) => csvFile('term-report.csv', (await api(exportUniversityReportTable, term, { timeout })).data),
          },
        ]}
      />
    </section>
  );
}
