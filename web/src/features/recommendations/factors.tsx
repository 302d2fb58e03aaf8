import { useTranslation } from 'react-i18next';
import type { Recommendation } from '#models/contract/recommendations';
import { formatNumber } from '@/lib/format';
import css from './recommendation-item.module.css';

const rounded = (points: number): string => formatNumber(Math.round(points * 100) / 100);

/** Points that a recommendation's score adds up from, and whether it has a place for small societies. */
export function Factors({ item: { score, factors, reserved } }: { item: Recommendation }) {
  const { t } = useTranslation(['recommended-how', 'cards']);
  const parts = factors.map(({ code, points }) =>
    t('recommended-how:item.factor', { what: t(`recommended-how:factor.${code}`), points: rounded(points) }),
  );
  return (
    <span className={`${css.line} micro dim`}>
      {t('recommended-how:item.score', { points: rounded(score) })} {parts.join(' · ')}
      {reserved && ` · ${t('cards:recommended.reserved')}`}
    </span>
  );
}
