// The charts with their library: import lazily, nothing else needs it.
import '@mantine/charts/styles.css';
import { AreaChart, BarChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import { formatNumber, shortDate } from '@/lib/format';
import { directionOf } from '@/lib/i18n';
import type { Measure, Stretch } from './stretches';

const colours = { members: 'var(--n-brand)', posts: 'var(--n-sky)', attendance: 'var(--n-amber)' } as const satisfies Record<
  Measure,
  string
>;
const height = 220;
const besideRight = { transform: 'translate(10, 0)', fontSize: 12, fill: 'currentColor' };
/** A day's number and month in their order from right to left, inside of a picture that runs from left to right. */
const isolated = (words: string): string => `\u2067${words}\u2069`;

interface InsightChartProps {
  measure: Measure;
  label: string;
  stretches: readonly Stretch[];
}

/** The picture of one measure. Its figure says the same in words and in a table, so it is hidden from who cannot see it. */
export default function InsightChart({ measure, label, stretches }: InsightChartProps) {
  const { i18n } = useTranslation();
  const isMirrored = directionOf(i18n.language) === 'rtl';
  const dayWords = (date: string) => (isMirrored ? isolated(shortDate(date)) : shortDate(date));
  const shared = {
    h: height,
    data: stretches.map((stretch) => ({ date: dayWords(stretch.date), [measure]: stretch[measure] })),
    dataKey: 'date',
    series: [{ name: measure, label, color: colours[measure] }],
    valueFormatter: formatNumber,
    // The table is what keyboards and screen readers go through.
    accessibilityLayer: false,
    gridColor: 'var(--n-line)',
    textColor: 'var(--n-text-2)',
    strokeDasharray: '0',
    tickLine: 'none',
    xAxisProps: { reversed: isMirrored, minTickGap: 28 },
    yAxisProps: { allowDecimals: false, width: 40, ...(isMirrored ? { orientation: 'right' as const, tick: besideRight } : {}) },
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
