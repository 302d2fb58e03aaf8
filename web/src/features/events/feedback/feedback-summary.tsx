import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type EventFeedback, ratings } from '#models/contract/event-feedback';
import { AsyncCard } from '@/components/async-card';
import { WrittenText } from '@/components/written-text';
import { formatNumber } from '@/lib/format';
import css from './feedback.module.css';
import { useEventFeedback } from './feedback.store';

/** Number of answers for each rating, the best first. */
function Distribution({ counts, sum }: { counts: readonly number[]; sum: number }) {
  const { t } = useTranslation('feedback');
  const rows = ratings.flatMap((rating) => counts.slice(rating - 1, rating).map((count) => ({ rating, count }))).toReversed();
  return (
    <ul className={css.bars} aria-label={t('summary.ratings')}>
      {rows.map(({ rating, count }) => (
        <li key={rating}>
          <span className="small">{t(`ratings.${rating}`)}</span>
          <span className={css.bar} aria-hidden="true">
            <span style={{ inlineSize: `${(count / sum) * 100}%` }} />
          </span>
          <span className={`small ${css.count}`}>{formatNumber(count)}</span>
        </li>
      ))}
    </ul>
  );
}

function Texts({ texts }: { texts: readonly string[] }) {
  const { t } = useTranslation('feedback');
  return (
    <div className={css.suggestions}>
      <h3 className="h3">{t('text')}</h3>
      {texts.length === 0 && <p className="small dim">{t('summary.noTexts')}</p>}
      <ul>
        {texts
          .map((text, at) => ({ text, key: `${at} ${text}` }))
          .map(({ text, key }) => (
            <li key={key}>
              <WrittenText text={text} />
            </li>
          ))}
      </ul>
    </div>
  );
}

function Figures({ feedback: { Answers, Average, Ratings, Texts: texts } }: { feedback: EventFeedback }) {
  const { t } = useTranslation('feedback');
  if (Answers === null || Average === null || !Ratings || !texts) return <p className="small dim">{t('summary.hidden')}</p>;
  return (
    <>
      <div className={css.figures}>
        <p className={css.average}>
          <b>{formatNumber(Average)}</b>
          <span>{t('summary.of', { most: formatNumber(ratings.length) })}</span>
          <span className="small soft">{t('summary.answers', { count: Answers, n: formatNumber(Answers) })}</span>
        </p>
        <Distribution counts={Ratings} sum={Answers} />
      </div>
      <Texts texts={texts} />
    </>
  );
}

/** Summary of the feedback after an event, for its organizers: without names, once five have answered. */
export default function FeedbackSummary({ eventId }: { eventId: string }) {
  const { t } = useTranslation('feedback');
  const query = useEventFeedback(eventId);
  return (
    <section className={`card ${css.box}`} aria-label={t('summary.title')}>
      <h2 className="h3">{t('summary.title')}</h2>
      <AsyncCard query={query} data={query.data} skeleton={<Skeleton height={120} radius="md" />} failed={t('summary.failed')}>
        {(feedback) => <Figures feedback={feedback} />}
      </AsyncCard>
    </section>
  );
}
