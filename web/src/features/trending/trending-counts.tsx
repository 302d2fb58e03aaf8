import { IconHeart, IconMessageCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/format';
import type { TrendingItem } from './trending.store';
import css from './trending-card.module.css';

/** Small counts of a post's likes and comments. */
export function TrendingCounts({ item }: { item: TrendingItem }) {
  const { t } = useTranslation('cards');
  return (
    <>
      <span className={css.count}>
        <IconHeart size={14} aria-hidden="true" />
        {formatNumber(item.Likes)}
        <span className="vh">{t('trending.likes')}</span>
      </span>
      <span className={css.count}>
        <IconMessageCircle size={14} aria-hidden="true" />
        {formatNumber(item.CommentsCount)}
        <span className="vh">{t('trending.comments')}</span>
      </span>
    </>
  );
}
