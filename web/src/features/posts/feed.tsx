import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '@/lib/format';
import css from './feed.module.css';
import { useFeedVisit } from './feed-visit';
import { type Insertion, PostList } from './post-list';
import { postList, posts } from './posts.store';

const source = { kind: 'feed' } as const;
/** Fewer new posts are seen without a way to their end. */
const minToJump = 3;
/** Pages that a jump loads at most. */
const maxPages = 5;

/** Number of posts of others above the line, and of all posts above it, `end`, which is -1 until the line's place is loaded. */
function newSince(before: string, me: string, ids: readonly string[]): { count: number; end: number } {
  if (!before) return { count: 0, end: -1 };
  const end = ids.findIndex((id) => (posts.get(id)?.CreatedAt ?? before) <= before);
  const fresh = end === -1 ? ids : ids.slice(0, end);
  return { count: fresh.filter((id) => posts.get(id)?.User !== me).length, end };
}

function VisitLine() {
  const { t } = useTranslation('posts');
  return (
    <p className={`${css.line} small`}>
      <IconArrowUp size={16} stroke={2} aria-hidden="true" />
      {t('visit.line')}
    </p>
  );
}

interface Jump {
  /** The element that holds the line, once it is rendered. */
  line: HTMLElement | null;
  /** Whether the line is among the loaded posts. */
  hasLine: boolean;
  query: { hasNextPage: boolean; isFetching: boolean; fetchNextPage: () => Promise<unknown> };
}

/** Returns a function that loads pages up to the line, and scrolls to it. */
function useJump({ line, hasLine, query: { hasNextPage, isFetching, fetchNextPage } }: Jump): () => void {
  const [isJumping, setJumping] = useState(false);
  const pages = useRef(0);
  const canLoad = hasNextPage && pages.current < maxPages;
  useEffect(() => {
    if (!isJumping || isFetching) return;
    if (line) {
      line.focus({ preventScroll: true });
      line.scrollIntoView({ block: 'center' });
    } else if (!hasLine && canLoad) {
      pages.current += 1;
      void fetchNextPage();
      return;
    } else if (hasLine) return;
    setJumping(false);
  }, [isJumping, isFetching, line, hasLine, canLoad, fetchNextPage]);
  return () => {
    pages.current = 0;
    setJumping(true);
  };
}

interface FeedProps {
  /** The viewer's id. */
  me: string;
  empty: ReactNode;
  insertions?: readonly Insertion[];
}

/** The feed, with a line under what is new since the viewer's last visit, and a way to it. */
export function Feed({ me, empty, insertions = [] }: FeedProps) {
  const { t } = useTranslation('posts');
  const { ids, query } = postList.useView(source);
  const newest = ids[0] && posts.get(ids[0])?.CreatedAt;
  const before = useFeedVisit(me, newest);
  const { count, end } = newSince(before, me, ids);
  const hasLine = count > 0 && end !== -1;
  const [line, setLine] = useState<HTMLElement | null>(null);
  const jump = useJump({ line, hasLine, query });
  const visitLine = {
    key: 'visit',
    after: end,
    content: (
      <div ref={setLine} tabIndex={-1} className={css.place}>
        <VisitLine />
      </div>
    ),
  };
  const canJump = count >= minToJump && (end !== -1 || query.hasNextPage);
  return (
    <div className={css.feed}>
      {canJump && (
        <p className={`${css.bar} small`}>
          <span className="grow">{t('visit.count', { count, n: formatCount(count, end === -1) })}</span>
          <Button variant="light" size="compact-md" className={css.jump ?? ''} onClick={jump}>
            {t('visit.jump')}
          </Button>
        </p>
      )}
      <PostList source={source} empty={empty} insertions={hasLine ? [visitLine, ...insertions] : insertions} />
    </div>
  );
}
