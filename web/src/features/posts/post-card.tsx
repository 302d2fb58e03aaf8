import { lazy, memo, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Post } from '#models/contract/posts';
import { Cover } from '@/components/cover';
import { afterPaint } from '@/lib/after-paint';
import { formatNumber } from '@/lib/format';
import { useUser } from '@/lib/session';
import { useInView } from '@/lib/use-in-view';
import { reportMissingScript } from '@/lib/use-lazy-open';
import { CommentButton } from './comment-button';
import { LikeButton } from './like-button';
import { PostAuthor } from './post-author';
import css from './post-card.module.css';
import { PostMenu } from './post-menu';
import { usePostRoom } from './post-room';
import { PostText } from './post-text';
import { posts } from './posts.store';
import { ReportPost } from './report-post';
import { SharePost } from './share-post';

const loadComments = () => import('./comments');
const Comments = lazy(loadComments);
/** Before it is asked for, since a comment may be written without a network. What does not come now comes when it is asked for. */
const fetchComments = () => void loadComments().catch(() => {});

/** What a visitor sees in place of the buttons. */
function ReadOnlyCounts({ post }: { post: Post }) {
  const { t } = useTranslation('posts');
  const likes = t('likes', { count: post.Likes, n: formatNumber(post.Likes) });
  const comments = t('comments', { count: post.CommentsCount, n: formatNumber(post.CommentsCount) });
  return <p className={`${css.readOnly} small dim`}>{`${likes} • ${comments}`}</p>;
}

interface PostCardProps {
  id: string;
  /** With its comments, from the start. */
  isOpened?: boolean;
  /** It stands on its society's own page. */
  isAtHome?: boolean;
  /** The reader has deleted it. */
  onDeleted?: () => void;
}

/** One post: its author, its words, and what one may do; it is kept true while it is in view. */
export const PostCard = memo(function PostCard({ id, isOpened = false, isAtHome = false, onDeleted }: PostCardProps) {
  const { t } = useTranslation(['posts', 'common']);
  const post = posts.useOne(id);
  const user = useUser();
  const [isOpen, setOpen] = useState(isOpened);
  const [ref, inView] = useInView();
  const toggle = () => (isOpen ? setOpen(false) : void loadComments().then(() => setOpen(true), reportMissingScript));
  usePostRoom(id, inView);
  const mayComment = user !== null && inView;
  useEffect(() => {
    if (mayComment) afterPaint(fetchComments);
  }, [mayComment]);
  if (!post) return null;
  return (
    <article ref={ref} className={`card ${css.post}`} aria-label={t('posts:cardOf', { name: post.User_Name || t('common:unknownUser') })}>
      <PostAuthor post={post} isAtHome={isAtHome}>
        <PostMenu post={post} onDeleted={onDeleted} />
      </PostAuthor>
      <PostText text={post.Content} />
      {post.Image && (
        <Cover className={css.image ?? ''} seed={post.ID} category={post.Society_Category} image={post.Image} width={680} height={340} />
      )}
      {!user && <ReadOnlyCounts post={post} />}
      {user && (
        <div className={css.actions}>
          <LikeButton post={post} />
          <CommentButton post={post} isOpen={isOpen} onToggle={toggle} />
          <span className="grow" />
          <SharePost id={id} />
          {post.Can.report && <ReportPost postId={id} />}
        </div>
      )}
      <Suspense>{user && isOpen && <Comments post={post} me={user} />}</Suspense>
    </article>
  );
});
