import { useTranslation } from 'react-i18next';
import { reasonCodes, weights } from '#models/contract/recommendation-order';
import { Formula, FormulaDialog, FormulaTable, Points } from '@/components/formula-dialog';
import { formatNumber } from '@/lib/format';

/** Explains how recommendations are chosen and ordered, as docs/recommendations.md does. */
export default function HowDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('recommended-how');
  return (
    <FormulaDialog onClose={onClose} title={t('title')}>
      <p>{t('lead')}</p>
      <h3 className="h3">{t('formulaTitle')}</h3>
      <Formula>{t('formula')}</Formula>
      <FormulaTable
        columns={[t('column.reason'), t('column.points')]}
        rows={reasonCodes.map((code) => [t(`factor.${code}`), t(`points.${code}`, { weight: formatNumber(weights[code]) })])}
      />
      <h3 className="h3">{t('orderTitle')}</h3>
      <Points points={[t('order.score'), t('order.turns'), t('order.small'), t('order.two')]} />
      <h3 className="h3">{t('whenTitle')}</h3>
      <p>{t('when')}</p>
      <h3 className="h3">{t('notTitle')}</h3>
      <Points points={[t('not.private'), t('not.sensitive'), t('not.full'), t('not.refused')]} />
    </FormulaDialog>
  );
}
