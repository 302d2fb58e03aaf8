import { IconFlag3, IconMessageCircle } from '@tabler/icons-react';
import { lazy, memo, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Post } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { Cover } from '@/components/cover';
import { LiveCount } from '@/components/live-count';
import { formatNumber } from '@/lib/format';
import { useRooms } from '@/lib/live';
import { useUser } from '@/lib/session';
import { useInView } from '@/lib/use-in-view';
import { Comments } from './comments';
import { LikeButton } from './like-button';
import { PostAuthor } from './post-author';
import css from './post-card.module.css';
import { PostText } from './post-text';
import { posts } from './posts.store';

const ReportDialog = lazy(() => import('./report-dialog'));

/** What a visitor sees in place of the buttons. */
function ReadOnlyCounts({ post }: { post: Post }) {
  const { t } = useTranslation('posts');
  const counts = `${t('likes', { count: post.Likes, n: formatNumber(post.Likes) })} • ${t('comments', { count: post.CommentsCount, n: formatNumber(post.CommentsCount) })}`;
  return <p className={`${css.readOnly} small dim`}>{counts}</p>;
}

function Actions({ post, isOpen, onToggle }: { post: Post; isOpen: boolean; onToggle: () => void }) {
  const { t } = useTranslation('posts');
  const [isReporting, setReporting] = useState(false);
  return (
    <div className={css.actions}>
      <LikeButton post={post} />
      <button
        type="button"
        className={css.action}
        aria-expanded={isOpen}
        aria-label={t('commentAction')}
        aria-description={t('comments', { count: post.CommentsCount, n: formatNumber(post.CommentsCount) })}
        onClick={onToggle}
      >
        <IconMessageCircle size={19} stroke={1.75} aria-hidden="true" />
        <LiveCount value={post.CommentsCount} />
      </button>
      <span className="grow" />
      {post.Can.report && (
        <button
          type="button"
          className={css.action}
          data-quiet
          onClick={() => setReporting(true)}
          aria-label={t('report.open')}
          title={t('report.open')}
        >
          <IconFlag3 size={18} stroke={1.75} aria-hidden="true" />
        </button>
      )}
      <Suspense>{isReporting && <ReportDialog postId={post.ID} onClose={() => setReporting(false)} />}</Suspense>
    </div>
  );
}

/** One post: its author, its words, and what one may do; it is kept true while it is in view. */
export const PostCard = memo(function PostCard({ id }: { id: string }) {
  const { t } = useTranslation('posts');
  const post = posts.useOne(id);
  const user = useUser();
  const [isOpen, setOpen] = useState(false);
  const [ref, inView] = useInView();
  useRooms(inView ? [roomOf('post', id)] : []);
  if (!post) return null;
  return (
    <article ref={ref} className={`card ${css.post}`} aria-label={t('cardOf', { name: post.User_Name })}>
      <PostAuthor post={post} />
      <PostText text={post.Content} />
      {post.Image && (
        <Cover className={css.image ?? ''} seed={post.ID} category={post.Society_Category} image={post.Image} width={680} height={340} />
      )}
      {user ? <Actions post={post} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} /> : <ReadOnlyCounts post={post} />}
      {user && isOpen && <Comments post={post} me={user} />}
    </article>
  );
});
