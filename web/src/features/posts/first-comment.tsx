import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Post } from '#models/contract/posts';
import { Excerpt } from '@/components/excerpt';
import { PersonAvatar } from '@/components/person-avatar';
import { formatNumber } from '@/lib/format';
import { useShownName } from '@/lib/use-shown-name';
import { commentList } from './comments.store';
import css from './first-comment.module.css';

interface FirstCommentProps {
  post: Post;
  /** Whether the card is near the screen: then the comments are loaded. */
  isNear: boolean;
  onOpen: () => void;
}

/** The first comment of a post in the feed, one line of it, which opens them all. Its height does not depend on the comment. */
export function FirstComment({ post, isNear, onOpen }: FirstCommentProps) {
  const { t } = useTranslation(['posts', 'common']);
  const nameOf = useShownName();
  const { items, query } = commentList.useItems({ post_id: post.ID }, isNear);
  const [comment] = items;
  if (!comment && (query.data || query.isError)) return null;
  return (
    <div className={css.first}>
      {comment ? (
        <>
          <PersonAvatar id={comment.User} name={comment.User_Name} image={comment.User_Photo} size={32} />
          <span className="grow small">
            <Excerpt as="b">{nameOf(comment.User, comment.User_Name)}</Excerpt>
            <Excerpt className="soft">{comment.Content}</Excerpt>
          </span>
        </>
      ) : (
        <>
          <Skeleton circle height={32} />
          <span className="grow" />
        </>
      )}
      <button type="button" className={`${css.all} small link`} onClick={onOpen}>
        {t('posts:comment.all', { count: post.CommentsCount, n: formatNumber(post.CommentsCount) })}
      </button>
    </div>
  );
}
