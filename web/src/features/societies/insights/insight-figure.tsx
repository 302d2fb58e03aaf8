import { Skeleton } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, longDate } from '@/lib/format';
import { lazyOptional } from '@/lib/lazy-optional';
import css from './insights.module.css';
import type { Measure, Period } from './periods';

const InsightChart = lazyOptional(() => import('./insight-chart'), { fallback: <Skeleton height={220} radius="md" /> });

interface InsightFigureProps {
  measure: Measure;
  /** Text of what the chart shows. */
  sentence: string;
  periods: readonly Period[];
  isByWeek: boolean;
}

function Table({ measure, periods, isByWeek }: Omit<InsightFigureProps, 'sentence'>) {
  const { t } = useTranslation('insights');
  return (
    <details className={`${css.details} small`}>
      <summary>{t('asTable')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard. */}
      <section className={css.scroll} tabIndex={0} aria-label={t(`${measure}.title`)}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t(isByWeek ? 'week' : 'day')}</th>
              <th scope="col">{t(`${measure}.column`)}</th>
            </tr>
          </thead>
          <tbody>
            {periods.toReversed().map((stretch) => (
              <tr key={stretch.date}>
                <th scope="row">{longDate(stretch.date)}</th>
                <td>{formatNumber(stretch[measure])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

/** One measure over time as a sentence, a chart and a table. */
export function InsightFigure({ sentence, ...rest }: InsightFigureProps) {
  const { t } = useTranslation('insights');
  const titleId = useId();
  const { measure, periods } = rest;
  return (
    <figure className={`card ${css.figure}`} aria-labelledby={titleId}>
      <figcaption>
        <h3 id={titleId} className="h3">
          {t(`${measure}.title`)}
        </h3>
        <p className="small soft">{sentence}</p>
      </figcaption>
      <div className={css.chart}>
        <InsightChart measure={measure} label={t(`${measure}.column`)} periods={periods} />
      </div>
      <Table {...rest} />
    </figure>
  );
}
