import { lazy, memo, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Post } from '#models/contract/posts';
import { Cover } from '@/components/cover';
import { afterPaint } from '@/lib/after-paint';
import { formatNumber } from '@/lib/format';
import { useUser } from '@/lib/session';
import { useInView } from '@/lib/use-in-view';
import { reportMissingScript } from '@/lib/use-lazy-open';
import { useShownName } from '@/lib/use-shown-name';
import { CommentButton } from './comment-button';
import { FirstComment } from './first-comment';
import { PostPoll } from './lazy-poll';
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
/** Preloads the comments script, so that comments work offline. A failure is ignored: opening the comments loads it again. */
const preloadComments = () => void loadComments().catch(() => {});

/** Comments from which the feed shows the first. */
const minComments = 3;

/** Counts for visitors, in place of the buttons. */
function ReadOnlyCounts({ post }: { post: Post }) {
  const { t } = useTranslation('posts');
  const likes = t('likes', { count: post.Likes, n: formatNumber(post.Likes) });
  const comments = t('comments', { count: post.CommentsCount, n: formatNumber(post.CommentsCount) });
  return <p className={`${css.readOnly} small dim`}>{`${likes} • ${comments}`}</p>;
}

interface PostCardProps {
  id: string;
  /** Opens the comments at once. */
  isOpened?: boolean;
  /** Leaves out the society, which the page already names. */
  isOnSocietyPage?: boolean;
  /** Shows the first comment of a post with several. */
  hasFirstComment?: boolean;
  /** Called after the viewer has deleted the post. */
  onDeleted?: () => void;
}

/** One post: author, text, picture and buttons. Receives live updates while it is in view. */
export const PostCard = memo(function PostCard({
  id,
  isOpened = false,
  isOnSocietyPage = false,
  hasFirstComment = false,
  onDeleted,
}: PostCardProps) {
  const { t } = useTranslation(['posts', 'common']);
  const post = posts.useOne(id);
  const nameOf = useShownName();
  const user = useUser();
  const [isOpen, setOpen] = useState(isOpened);
  const [ref, inView] = useInView();
  const [isReading, setReading] = useState(false);
  const open = (takesFocus: boolean) => {
    setReading(takesFocus);
    void loadComments().then(() => setOpen(true), reportMissingScript);
  };
  const toggle = () => (isOpen ? setOpen(false) : open(false));
  usePostRoom(id, inView);
  const mayComment = user !== null && inView;
  useEffect(() => {
    if (mayComment) afterPaint(preloadComments);
  }, [mayComment]);
  if (!post) return null;
  return (
    <article ref={ref} className={`card ${css.post}`} aria-label={t('posts:cardOf', { name: nameOf(post.User, post.User_Name) })}>
      <PostAuthor post={post} isOnSocietyPage={isOnSocietyPage}>
        <PostMenu post={post} onDeleted={onDeleted} />
      </PostAuthor>
      <PostText text={post.Content} />
      {post.Image && (
        <Cover className={css.image ?? ''} seed={post.ID} category={post.Society_Category} image={post.Image} width={680} height={340} />
      )}
      {post.Poll && <PostPoll post={post} poll={post.Poll} />}
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
      {user && hasFirstComment && !isOpen && post.CommentsCount >= minComments && (
        <FirstComment post={post} isNear={inView} onOpen={() => open(true)} />
      )}
      <Suspense>{user && isOpen && <Comments post={post} me={user} takesFocus={isReading} />}</Suspense>
    </article>
  );
});
