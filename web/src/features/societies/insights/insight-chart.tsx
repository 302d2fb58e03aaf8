// Import this file lazily: nothing else needs the chart library.
import '@mantine/charts/styles.css';
import { AreaChart, BarChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import { formatNumber, shortDate } from '@/lib/format';
import { directionOf } from '@/lib/i18n';
import type { Measure, Period } from './periods';

const colours = { members: 'var(--n-brand)', posts: 'var(--n-sky)', attendance: 'var(--n-amber)' } as const satisfies Record<
  Measure,
  string
>;
const height = 220;
const rightAxisLabel = { transform: 'translate(10, 0)', fontSize: 12, fill: 'currentColor' };
/** Isolates a right-to-left date inside the left-to-right chart, so that day and month stay in order. */
const isolated = (words: string): string => `\u2067${words}\u2069`;

interface InsightChartProps {
  measure: Measure;
  label: string;
  periods: readonly Period[];
}

/** Chart of one measure. Hidden from screen readers, since the figure has the same as text and table. */
export default function InsightChart({ measure, label, periods }: InsightChartProps) {
  const { i18n } = useTranslation();
  const isMirrored = directionOf(i18n.language) === 'rtl';
  const dayWords = (date: string) => (isMirrored ? isolated(shortDate(date)) : shortDate(date));
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
    tickLine: 'none',
    xAxisProps: { reversed: isMirrored, minTickGap: 28 },
    yAxisProps: { allowDecimals: false, width: 40, ...(isMirrored ? { orientation: 'right' as const, tick: rightAxisLabel } : {}) },
  } as const;
  return (
    <div aria-hidden="true">
      {measure === 'members' ? (
        <AreaChart {...shared} data={[...shared.data]} series={[...shared.series]} curveType="monotone" withDots={false} />
      ) : (
        <BarChart {...shared} data={[...shared.data]} series={[...shared.series]} maxBarWidth={36} barProps={{ radius: [4, 4, 0, 0] }} />
      )}
    </div>
  );
}
