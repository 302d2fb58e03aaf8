import { IconCalendarEvent } from '@tabler/icons-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setTermDates } from '#models/contract/term-dates';
import { BusyButton } from '@/components/busy-button';
import { api, fieldErrorsOf } from '@/lib/api';
import { fieldText } from '@/lib/failures';
import { cancelAndInvalidate } from '@/lib/query';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import css from './people.module.css';

/** Replaces the university's exams and holidays by those of an iCalendar file. */
export function TermCalendar() {
  const { t } = useTranslation('moderation');
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const isOfFile = (error: unknown): boolean => fieldErrorsOf(error).calendar !== undefined;
  const { run, isBusy } = useAction(
    async (calendar: File) => {
      setProblem('');
      const { dates } = (await api(setTermDates, { calendar })).data;
      toast('success', t('termDates.done', { count: dates }));
      await cancelAndInvalidate(['term-dates']);
    },
    {
      failure: (error) => (isOfFile(error) ? false : undefined),
      onError: (error) => {
        const { calendar } = fieldErrorsOf(error);
        if (calendar) setProblem(fieldText(calendar));
      },
    },
  );
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    currentTarget.value = '';
    if (file) void run(file);
  };
  return (
    <section className={`card ${css.term}`} aria-label={t('termDates.title')}>
      <h2 className="h3">{t('termDates.title')}</h2>
      <p className="small soft">{t('termDates.lead')}</p>
      <input ref={input} type="file" accept=".ics,text/calendar" hidden tabIndex={-1} aria-hidden="true" onChange={choose} />
      {problem && (
        <p role="alert" className={css.problem}>
          {problem}
        </p>
      )}
      <div>
        <BusyButton
          variant="default"
          busy={isBusy}
          busyLabel={t('termDates.busy')}
          leftSection={<IconCalendarEvent size={17} stroke={1.75} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          {t('termDates.choose')}
        </BusyButton>
      </div>
    </section>
  );
}
