import { IconMessageCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Post } from '#models/contract/posts';
import { LiveCount } from '@/components/live-count';
import { formatNumber } from '@/lib/format';
import { useOwnComments } from './comments.store';
import css from './post-card.module.css';
import { useIsOwnChange } from './use-is-own-change';

/** Button with the comment count that opens and closes the comments. */
export function CommentButton({ post, isOpen, onToggle }: { post: Post; isOpen: boolean; onToggle: () => void }) {
  const { t } = useTranslation('posts');
  const isOwn = useIsOwnChange(post.CommentsCount, useOwnComments(post.ID).length);
  return (
    <button
      type="button"
      className={css.action}
      aria-expanded={isOpen}
      aria-label={t('commentAction')}
      aria-description={t('comments', { count: post.CommentsCount, n: formatNumber(post.CommentsCount) })}
      onClick={onToggle}
    >
      <IconMessageCircle size={19} stroke={1.75} aria-hidden="true" />
      <LiveCount value={post.CommentsCount} own={isOwn} />
    </button>
  );
}
