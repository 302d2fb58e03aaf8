import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Insights as Figures } from '#models/contract/society-insights';
import { AsyncCard } from '@/components/async-card';
import { Chips } from '@/components/chips';
import { Counters } from '@/components/counters';
import { Placeholder } from '@/components/skeletons';
import { longDate } from '@/lib/format';
import { replyTime } from '@/lib/reply-time';
import { useParam } from '@/lib/use-param';
import { EventRatings } from './event-ratings';
import { InsightFigure } from './insight-figure';
import css from './insights.module.css';
import { type Span, spans, useInsights } from './insights.store';
import { busiest, isByWeek, periodsOf } from './periods';
import { SocietyReport } from './society-report';

const defaultSpan: Span = '30';

function InsightCounters({ figures }: { figures: Figures }) {
  const { t } = useTranslation('insights');
  const { members, joined, posts, attendance, pending_requests, median_reply_hours } = figures;
  const reply = median_reply_hours === null ? null : replyTime(median_reply_hours);
  return (
    <Counters
      counters={[
        { label: t('sums.members'), value: members, tone: 'live' },
        { label: t('sums.joined'), value: joined, tone: 'live' },
        { label: t('sums.posts'), value: posts, tone: 'sky' },
        { label: t('sums.attendance'), value: attendance, tone: 'amber' },
        { label: t('sums.pending'), value: pending_requests, tone: 'rose', ...(reply ? { note: t(`reply.${reply.unit}`, reply) } : {}) },
      ]}
    />
  );
}

/** One sentence for each chart. */
function useSentences({ members, joined, posts, events, attendance, came, no_shows, cancellations, series }: Figures) {
  const { t } = useTranslation('insights');
  const peak = (measure: 'posts' | 'attendance'): string[] => {
    const day = busiest(series, measure);
    return day ? [t('busiest', { day: longDate(day) })] : [];
  };
  // Without check-in nobody knows who came.
  const turnout = [
    ...(came > 0 ? [t('attendance.came', { count: came }), t('attendance.noShows', { count: no_shows })] : []),
    ...(cancellations > 0 ? [t('attendance.cancellations', { count: cancellations })] : []),
  ];
  return {
    members: [t('members.now', { count: members }), t('members.joined', { count: joined })].join(' '),
    posts: [t('posts.sum', { count: posts }), ...peak('posts')].join(' '),
    attendance: [
      t('attendance.events', { count: events }),
      t('attendance.sum', { count: attendance }),
      ...turnout,
      ...peak('attendance'),
    ].join(' '),
  };
}

function InsightFigures({ figures }: { figures: Figures }) {
  const sentences = useSentences(figures);
  const shared = { periods: periodsOf(figures.series), isByWeek: isByWeek(figures.series.length) };
  return (
    <div className={css.figures}>
      <InsightFigure measure="members" sentence={sentences.members} {...shared} />
      <InsightFigure measure="posts" sentence={sentences.posts} {...shared} />
      <InsightFigure measure="attendance" sentence={sentences.attendance} {...shared} />
    </div>
  );
}

const Loading = () => (
  <Placeholder>
    <Skeleton height={92} radius="lg" />
    <div className={css.figures}>
      <Skeleton height={330} radius="lg" />
      <Skeleton height={330} radius="lg" />
      <Skeleton height={330} radius="lg" />
    </div>
  </Placeholder>
);

/** Insights of a society for its admins: counters and charts of the last days. */
export function Insights({ societyId }: { societyId: string }) {
  const { t } = useTranslation('insights');
  const days = useParam('days');
  const span = spans.find((each) => each === days.value) ?? defaultSpan;
  const query = useInsights(societyId, span);
  return (
    <section className="stack" aria-labelledby="insights-title">
      <header className={css.head}>
        <div>
          <h2 id="insights-title" className="h2">
            {t('title')}
          </h2>
          <p className="small soft">{t('lead')}</p>
        </div>
        <Chips
          label={t('span')}
          options={spans.map((value) => ({ value, label: t('days', { count: Number(value) }) }))}
          value={span}
          onChange={days.set}
        />
      </header>
      <AsyncCard query={query} data={query.data} skeleton={<Loading />} failed={t('failed')} failure="card">
        {(figures) => (
          <div className="stack" aria-busy={query.isPlaceholderData}>
            <InsightCounters figures={figures} />
            <InsightFigures figures={figures} />
            <EventRatings feedback={figures.feedback} />
          </div>
        )}
      </AsyncCard>
      <SocietyReport societyId={societyId} />
    </section>
  );
}
