import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Insights } from '#models/contract/society-insights';
import { formatNumber, longDate } from '@/lib/format';
import css from './insights.module.css';

/** Feedback after each event: its average and the number of answers, once five people have answered. */
export function EventRatings({ feedback }: { feedback: Insights['feedback'] }) {
  const { t } = useTranslation('insights');
  if (feedback.length === 0) return null;
  return (
    <section className={`card ${css.figure}`} aria-labelledby="event-ratings">
      <h3 id="event-ratings" className="h3">
        {t('feedback.title')}
      </h3>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('feedback.event')}</th>
            <th scope="col">{t('feedback.average')}</th>
            <th scope="col">{t('feedback.answers')}</th>
          </tr>
        </thead>
        <tbody>
          {feedback.map(({ event_id, title, date, average, answers }) => (
            <tr key={event_id}>
              <th scope="row">
                <Link className="link tap" to={`/events/${event_id}/attendees`}>
                  <bdi>{title}</bdi>
                </Link>
                <span className="small dim">{longDate(date)}</span>
              </th>
              {average === null || answers === null ? (
                <td colSpan={2} className="small dim">
                  {t('feedback.hidden')}
                </td>
              ) : (
                <>
                  <td>{formatNumber(average)}</td>
                  <td>{formatNumber(answers)}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
