import { useTranslation } from 'react-i18next';
import { reasonCodes, weights } from '#models/contract/recommendation-order';
import { Formula, FormulaDialog, FormulaTable, Points } from '@/components/formula-dialog';
import { formatNumber } from '@/lib/format';

/** Explains how recommendations are chosen and ordered, as docs/recommendations.md does. */
export default function HowDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['recommended-how', 'cards']);
  return (
    <FormulaDialog onClose={onClose} title={t('recommended-how:title')}>
      <p>{t('recommended-how:lead')}</p>
      <h3 className="h3">{t('recommended-how:formulaTitle')}</h3>
      <Formula>{t('recommended-how:formula')}</Formula>
      <FormulaTable
        columns={[t('recommended-how:column.reason'), t('recommended-how:column.points')]}
        rows={reasonCodes.map((code) => [
          t(`cards:factor.${code}`),
          t(`recommended-how:points.${code}`, { weight: formatNumber(weights[code]) }),
        ])}
      />
      <h3 className="h3">{t('recommended-how:orderTitle')}</h3>
      <Points
        points={[
          t('recommended-how:order.score'),
          t('recommended-how:order.turns'),
          t('recommended-how:order.small'),
          t('recommended-how:order.two'),
        ]}
      />
      <h3 className="h3">{t('recommended-how:whenTitle')}</h3>
      <p>{t('recommended-how:when')}</p>
      <h3 className="h3">{t('recommended-how:notTitle')}</h3>
      <Points
        points={[
          t('recommended-how:not.private'),
          t('recommended-how:not.sensitive'),
          t('recommended-how:not.full'),
          t('recommended-how:not.refused'),
        ]}
      />
    </FormulaDialog>
  );
}
