import { Button } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Further } from '@/components/further';
import { Nuqta } from '@/components/nuqta';
import { Placeholder, PostSkeleton } from '@/components/skeletons';
import { ErrorState } from '@/components/states';
import { PostCard } from './post-card';
import css from './post-list.module.css';
import { usePostsLive } from './posts.live';
import { forgetWaiting, type PostSource, showWaiting, usePosts, useWaitingCount } from './posts.queries';

/** New posts wait behind this pill: the list never moves under a reader's eyes. */
function NewPosts({ source }: { source: PostSource }) {
  const { t } = useTranslation('posts');
  const count = useWaitingCount(source);
  const show = () => {
    showWaiting(source);
    window.scrollTo({ top: 0, behavior: 'smooth' });
  };
  return (
    <div className={css.news} role="status">
      {count > 0 && (
        <Button size="compact-md" px="md" h={36} leftSection={<Nuqta tone="ink" pulse />} onClick={show}>
          {t('newPosts', { count })}
        </Button>
      )}
    </div>
  );
}

/** A list of posts, newest first: the feed's, or one society's. `woven(n)` may put something after the n-th post. */
export function PostList({ source, empty, woven }: { source: PostSource; empty: ReactNode; woven?: (after: number) => ReactNode }) {
  const { query, ids } = usePosts(source);
  usePostsLive();
  const loadedAt = query.dataUpdatedAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what waited came with this fetch; the source is named by its key.
  useEffect(() => forgetWaiting(source), [loadedAt === 0]);
  if (query.isPending)
    return (
      <Placeholder>
        <PostSkeleton />
        <PostSkeleton />
        <PostSkeleton />
      </Placeholder>
    );
  if (query.isError && ids.length === 0)
    return (
      <div className="card">
        <ErrorState onRetry={() => void query.refetch()} />
      </div>
    );
  return (
    <div className={css.list}>
      <NewPosts source={source} />
      {ids.length === 0 && empty}
      {ids.map((id, index) => (
        <div key={id} className={css.list}>
          <PostCard id={id} />
          {woven?.(index + 1)}
        </div>
      ))}
      {query.hasNextPage && (
        <Further query={query}>
          <PostSkeleton />
        </Further>
      )}
    </div>
  );
}
