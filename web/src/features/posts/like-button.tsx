import { IconClock, IconHeart, IconHeartFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Post } from '#models/contract/posts';
import { LiveCount } from '@/components/live-count';
import { formatNumber } from '@/lib/format';
import css from './post-card.module.css';
import { toggleLike, useIsLikeQueued } from './toggle-like';
import { useIsOwnChange } from './use-is-own-change';

/** Toggles at once, with a clock icon while the like is queued; the count is underlined only when others change it. */
export function LikeButton({ post }: { post: Post }) {
  const { t } = useTranslation('posts');
  const isOwn = useIsOwnChange(post.Likes, post.Is_Liked);
  const isWaiting = useIsLikeQueued(post.ID);
  const likes = t('likes', { count: post.Likes, n: formatNumber(post.Likes) });
  const Heart = post.Is_Liked ? IconHeartFilled : IconHeart;
  return (
    <button
      type="button"
      className={css.action}
      data-on={post.Is_Liked || undefined}
      data-own={isOwn || undefined}
      aria-pressed={post.Is_Liked}
      aria-label={t('likeAction')}
      aria-description={isWaiting ? `${likes}. ${t('waiting')}` : likes}
      title={isWaiting ? t('waiting') : undefined}
      onClick={() => void toggleLike(post.ID)}
    >
      <Heart size={19} stroke={1.75} aria-hidden="true" />
      <LiveCount value={post.Likes} own={isOwn} />
      {isWaiting && <IconClock size={15} stroke={1.75} aria-hidden="true" />}
    </button>
  );
}
