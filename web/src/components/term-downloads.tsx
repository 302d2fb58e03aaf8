import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays } from '#models/contract/days';
import { oldestTermDays } from '#models/contract/term-reports';
import type { saveFile } from '@/lib/download';
import { today } from '@/lib/format';
import { i18n } from '@/lib/i18n';
import { Chips } from './chips';
import { DownloadButton } from './download-button';
import { TextInput } from './fields';
import css from './term-downloads.module.css';

type Language = 'en' | 'ar';

/** The days and the language of a file. */
interface TermChoice {
  from: string;
  to: string;
  lang: Language;
}

interface TermDownloadsProps {
  /** Makes the file of each format. */
  formats: { format: 'pdf' | 'csv'; fetchFile: (choice: TermChoice) => Promise<Readonly<Parameters<typeof saveFile>>> }[];
}

/** Days of a term: the default before one is chosen. */
const termDays = 120;
const languages = ['en', 'ar'] as const;

/** Chooses the days of a term and a language, and downloads a file of them. */
export function TermDownloads({ formats }: TermDownloadsProps) {
  const { t } = useTranslation('term-reports');
  const [choice, setChoice] = useState<TermChoice>(() => ({
    from: addDays(today(), -termDays),
    to: today(),
    lang: i18n.language === 'ar' ? 'ar' : 'en',
  }));
  const set = (field: 'from' | 'to') => (event: { target: { value: string } }) => setChoice({ ...choice, [field]: event.target.value });
  return (
    <div className={css.box}>
      <div className={css.days}>
        <TextInput
          type="date"
          label={t('from')}
          min={addDays(today(), -oldestTermDays)}
          max={choice.to}
          value={choice.from}
          onChange={set('from')}
        />
        <TextInput type="date" label={t('to')} min={choice.from} value={choice.to} onChange={set('to')} />
      </div>
      <Chips
        label={t('language')}
        options={languages.map((value) => ({ value, label: t(value) }))}
        value={choice.lang}
        onChange={(lang) => setChoice({ ...choice, lang })}
      />
      <div className={css.buttons}>
        {formats.map(({ format, fetchFile }) => (
          <DownloadButton
            key={format}
            variant="default"
            busyLabel={t('busy')}
            disabled={choice.from === '' || choice.to === ''}
            fetchFile={() => fetchFile(choice)}
            done={t('done')}
            failed={t('failed')}
          >
            {t(format)}
          </DownloadButton>
        ))}
      </div>
    </div>
  );
}
