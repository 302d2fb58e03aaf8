import { type ReactNode, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AsyncList } from '@/components/async-list';
import { PartBoundary } from '@/components/part-boundary';
import { Placeholder, PostSkeleton } from '@/components/skeletons';
import { lazyOptional } from '@/lib/lazy-optional';
import { useQueuedOf } from '@/sync/offline-queue';
import { usePinnedFirst } from './pinned-first';
import { PostCard } from './post-card';
import css from './post-list.module.css';
import { type PostSource, postList } from './posts.store';

const skeletons = (
  <Placeholder>
    <PostSkeleton />
    <PostSkeleton />
    <PostSkeleton />
  </Placeholder>
);

/** Loaded with the first queued post. */
const QueuedPosts = lazyOptional(() => import('./queued-posts'));

/** Other content shown after the given number of posts; at the end of a shorter list. */
export interface Insertion {
  /** Tells insertions at one place apart. */
  key?: string;
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
  const { t } = useTranslation('posts');
  const hasUnsent = useQueuedOf('post').length > 0;
  const view = postList.useView(source);
  const { query } = view;
  const ids = usePinnedFirst(source, view.ids);
  const list = useRef<HTMLDivElement>(null);
  // The focused card disappears with its post, so the list takes the focus.
  const keepFocus = useCallback(() => list.current?.focus(), []);
  const renderInsertions = (after: (place: number) => boolean) =>
    insertions.filter((one) => after(one.after)).map((one) => <PartBoundary key={one.key ?? one.after}>{one.content}</PartBoundary>);
  return (
    <div className={css.box}>
      {hasUnsent && <QueuedPosts source={source} />}
      <div ref={list} tabIndex={-1} className={css.list}>
        <AsyncList
          view={view}
          items={ids}
          isProgressive
          className={css.list}
          pill={(count) => t('newPosts', { count })}
          skeleton={skeletons}
          moreSkeleton={<PostSkeleton />}
          empty={empty}
        >
          {(id, index) => (
            <li className={css.item}>
              <PartBoundary>
                <PostCard
                  id={id}
                  isOnSocietyPage={source.kind === 'society'}
                  hasFirstComment={source.kind === 'feed'}
                  onDeleted={keepFocus}
                />
              </PartBoundary>
              {renderInsertions((after) => after === index + 1)}
            </li>
          )}
        </AsyncList>
        {!query.isPending && !query.hasNextPage && renderInsertions((after) => after > ids.length)}
      </div>
    </div>
  );
}
