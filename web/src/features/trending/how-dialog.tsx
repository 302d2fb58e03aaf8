import { useTranslation } from 'react-i18next';
import { Formula, FormulaDialog, FormulaTable, Points } from '@/components/formula-dialog';
import { formatNumber } from '@/lib/format';

/** The worked example of docs/trending.md: likes, comments, age in hours, score. */
const example = [
  ['hike', 12, 4, 1, 3.08],
  ['pizza', 3, 1, 0, 1.41],
  ['finals', 90, 30, 24, 0.91],
  ['library', 200, 40, 96, 0.25],
] as const;
const columns = ['post', 'likes', 'comments', 'hours', 'score'] as const;

function Example() {
  const { t } = useTranslation('trending-how');
  return (
    <FormulaTable
      columns={columns.map((column) => t(`column.${column}`))}
      rows={example.map(([post, ...figures]) => [t(`post.${post}`), ...figures.map(formatNumber)])}
    />
  );
}

/** Explains the formulas behind Trending Posts and Trending Societies, as docs/trending.md does. */
export default function HowDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['trending-how', 'common']);
  return (
    <FormulaDialog onClose={onClose} title={t('trending-how:title')}>
      <p>{t('trending-how:lead')}</p>
      <h3 className="h3">{t('trending-how:formulaTitle')}</h3>
      <Formula>{t('trending-how:formula')}</Formula>
      <p>{t('trending-how:formulaText')}</p>
      <h3 className="h3">{t('trending-how:exampleTitle')}</h3>
      <Example />
      <p>{t('trending-how:exampleText')}</p>
      <h3 className="h3">{t('trending-how:countsTitle')}</h3>
      <Points points={[t('trending-how:counts.posts'), t('trending-how:counts.often')]} />
      <h3 className="h3">{t('trending-how:notTitle')}</h3>
      <Points points={[t('trending-how:not.closed'), t('trending-how:not.other'), t('trending-how:not.back')]} />
      <p>{t('trending-how:blocks')}</p>
      <h3 className="h3">{t('trending-how:societies.title')}</h3>
      <Formula>{t('trending-how:societies.formula')}</Formula>
      <p>{t('trending-how:societies.text')}</p>
    </FormulaDialog>
  );
}
