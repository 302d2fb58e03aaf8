import { useTranslation } from 'react-i18next';
import { dateStub, momentOf } from '@/lib/format';
import css from './date-stub.module.css';

/** A date as a ticket stub: weekday, day, month; a text if the date is missing or cannot be parsed. */
export function DateStub({ date, isBig = false }: { date: string | null; isBig?: boolean }) {
  const { t } = useTranslation(['events', 'common']);
  if (!date || !momentOf(date))
    return (
      <span className={css.stub} data-big={isBig || undefined}>
        {date ? t('events:noDate') : t('common:tbd')}
      </span>
    );
  const { weekday, day, month } = dateStub(date);
  return (
    <time dateTime={date} className={css.stub} data-big={isBig || undefined}>
      <span>{weekday}</span>
      <b>{day}</b>
      <span>{month}</span>
    </time>
  );
}
