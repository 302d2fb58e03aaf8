import { useTranslation } from 'react-i18next';
import type { TermDate } from '#models/contract/term-dates';
import { shortDate } from '@/lib/format';
import css from './overlapping-events.module.css';
import { useTermDates } from './term-dates.queries';

/** Names of exams and holidays; nothing without any. */
export function TermNames({ dates }: { dates: readonly TermDate[] }) {
  if (dates.length === 0) return null;
  return (
    <ul className={css.lines}>
      {dates.map(({ ID, Name }) => (
        <li key={ID} className="small soft">
          <bdi>{Name}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** Hint of exams and holidays on the days of a planned event; nothing without any. */
export function TermDateHint({ from, to }: { from: string; to: string }) {
  const { t } = useTranslation('event-form');
  const dates = useTermDates({ from, to: to < from ? from : to });
  if (dates.length === 0) return null;
  return (
    <section className={css.box} aria-label={t('overlaps.term')}>
      <p className="small">
        <b>{t('overlaps.term')}</b>
      </p>
      <ul className={css.lines}>
        {dates.map(({ ID, Name, From, To }) => (
          <li key={ID} className="small">
            <bdi>{Name}</bdi>{' '}
            <span className="dim">
              {From === To ? shortDate(From) : t('overlaps.fromTo', { from: shortDate(From), to: shortDate(To) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
