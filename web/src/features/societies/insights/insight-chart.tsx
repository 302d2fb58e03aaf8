// Import this file lazily: nothing else needs the chart library.
import '@mantine/charts/styles.css';
import { BarChart, LineChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import { formatNumber, shortDate } from '@/lib/format';
import { directionOf } from '@/lib/i18n';
import type { Measure, Period } from './periods';
import { ticksOf } from './ticks';

const colours = { members: 'var(--n-brand)', posts: 'var(--n-sky)', attendance: 'var(--n-amber)' } as const satisfies Record<
  Measure,
  string
>;
const height = 220;
/** Up to so many bars, each has its value above it. */
const mostLabels = 14;
const rightAxisLabel = { transform: 'translate(10, 0)', fontSize: 12, fill: 'currentColor' };
/** Isolates a right-to-left date inside the left-to-right chart, so that day and month stay in order. */
const isolated = (words: string): string => `\u2067${words}\u2069`;

interface InsightChartProps {
  measure: Measure;
  label: string;
  periods: readonly Period[];
}

/** Ticks of the values: bars start at zero; the line of members near its lowest value, so that a change is visible. */
function ticksFor(measure: Measure, periods: readonly Period[]): number[] {
  const values = periods.map((stretch) => stretch[measure]);
  return ticksOf(measure === 'members' && values.length > 0 ? Math.min(...values) : 0, Math.max(0, ...values));
}

/** Chart of one measure. Hidden from screen readers, since the figure has the same as text and table. */
export default function InsightChart({ measure, label, periods }: InsightChartProps) {
  const { i18n } = useTranslation();
  const isMirrored = directionOf(i18n.language) === 'rtl';
  const dayWords = (date: string) => (isMirrored ? isolated(shortDate(date)) : shortDate(date));
  const ticks = ticksFor(measure, periods);
  const shared = {
    h: height,
    data: periods.map((stretch) => ({ date: dayWords(stretch.date), [measure]: stretch[measure] })),
    dataKey: 'date',
    series: [{ name: measure, label, color: colours[measure] }],
    valueFormatter: formatNumber,
    // Off, since keyboards and screen readers use the table.
    accessibilityLayer: false,
    gridColor: 'var(--n-line)',
    textColor: 'var(--n-text-2)',
    strokeDasharray: '0',
    tickLine: 'none' as const,
    xAxisProps: { reversed: isMirrored, minTickGap: 28 },
    yAxisProps: {
      ticks,
      domain: [Math.min(...ticks), Math.max(...ticks)],
      allowDecimals: false,
      width: 40,
      ...(isMirrored ? { orientation: 'right' as const, tick: rightAxisLabel } : {}),
    },
  };
  return (
    <div aria-hidden="true">
      {measure === 'members' ? (
        <LineChart {...shared} curveType="monotone" withDots={false} strokeWidth={2.5} />
      ) : (
        <BarChart {...shared} maxBarWidth={36} barProps={{ radius: [4, 4, 0, 0] }} withBarValueLabel={periods.length <= mostLabels} />
      )}
    </div>
  );
}
