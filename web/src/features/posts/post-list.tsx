import { type ReactNode, Suspense, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { InfiniteScroll } from '@/components/infinite-scroll';
import { LongList } from '@/components/long-list';
import { NewItemsPill } from '@/components/new-items-pill';
import { PartBoundary } from '@/components/part-boundary';
import { Placeholder, PostSkeleton } from '@/components/skeletons';
import { ErrorState } from '@/components/states';
import { useProgressiveList } from '@/components/use-progressive-list';
import { lazyOptional } from '@/lib/lazy-optional';
import { useQueuedOf } from '@/sync/offline-queue';
import { PostCard } from './post-card';
import css from './post-list.module.css';
import { type PostSource, showHeldBack } from './post-lists';
import { usePostsLive } from './posts.live';
import { usePosts } from './posts.queries';

/** Pill that shows held-back posts, so that the list never moves while it is read. */
function NewPosts({ source, count }: { source: PostSource; count: number }) {
  const { t } = useTranslation('posts');
  return <NewItemsPill count={count} label={t('newPosts', { count })} onShow={() => showHeldBack(source)} />;
}

const Skeletons = () => (
  <Placeholder>
    <PostSkeleton />
    <PostSkeleton />
    <PostSkeleton />
  </Placeholder>
);

/** Loaded with the first queued post. */
const QueuedPosts = lazyOptional(() => import('./queued-posts'));

/** Other content shown after the given number of posts; at the end of a shorter list. */
interface Insertion {
  after: number;
  content: ReactNode;
}

interface PostListProps {
  source: PostSource;
  empty: ReactNode;
  insertions?: readonly Insertion[];
}

/** A list of posts, newest first: the feed's, or one society's. */
export function PostList({ source, empty, insertions = [] }: PostListProps) {
  const hasUnsent = useQueuedOf('post').length > 0;
  const { query, ids, heldBack } = usePosts(source);
  const { isComing, drawn, isWhole, hasMore, mark } = useProgressiveList(ids, query);
  const list = useRef<HTMLDivElement>(null);
  // The focused card disappears with its post, so the list takes the focus.
  const keepFocus = useCallback(() => list.current?.focus(), []);
  usePostsLive();
  const renderInsertions = (after: (place: number) => boolean) =>
    insertions.filter((one) => after(one.after)).map((one) => <PartBoundary key={one.after}>{one.content}</PartBoundary>);
  if (isComing) return <Skeletons />;
  return (
    <div className={css.box}>
      <NewPosts source={source} count={heldBack} />
      <Suspense>{hasUnsent && <QueuedPosts source={source} />}</Suspense>
      <div ref={list} tabIndex={-1} className={`${css.list} ${mark}`}>
        {ids.length === 0 && query.isSuccess && empty}
        {ids.length === 0 && query.isError && (
          <div className="card">
            <ErrorState onRetry={() => void query.refetch()} />
          </div>
        )}
        {ids.length > 0 && (
          <LongList className={css.list} items={drawn} idOf={(id) => id} hasMore={hasMore}>
            {(id, index) => (
              <li className={css.item}>
                <PartBoundary>
                  <PostCard id={id} isOnSocietyPage={source.kind === 'society'} onDeleted={keepFocus} />
                </PartBoundary>
                {renderInsertions((after) => after === index + 1)}
              </li>
            )}
          </LongList>
        )}
        {isWhole && (
          <InfiniteScroll query={query}>
            <PostSkeleton />
          </InfiniteScroll>
        )}
        {!hasMore && renderInsertions((after) => after > ids.length)}
      </div>
    </div>
  );
}
