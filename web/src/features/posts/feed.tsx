import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
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

/** Posts above the line, how many of others they are, and the number in the list before the line; `end` is null until it is loaded. */
function newSince(before: string, me: string, ids: readonly string[]) {
  if (!before) return { count: 0, end: null };
  const end = ids.findIndex((id) => (posts.get(id)?.CreatedAt ?? before) <= before);
  const fresh = end === -1 ? ids : ids.slice(0, end);
  return { count: fresh.filter((id) => posts.get(id)?.User !== me).length, end: end === -1 ? null : end };
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
  const line = useRef<HTMLDivElement>(null);
  const hasLine = count > 0 && end !== null;
  const jump = async () => {
    for (let page = 0; page < maxPages && !line.current; page++) {
      const { hasNextPage } = await query.fetchNextPage();
      // The next page is rendered after this turn.
      await new Promise((resolve) => setTimeout(resolve));
      if (!hasNextPage) break;
    }
    line.current?.focus({ preventScroll: true });
    line.current?.scrollIntoView({ block: 'center' });
  };
  const visitLine = {
    key: 'visit',
    after: end ?? 0,
    content: (
      <div ref={line} tabIndex={-1} className={css.place}>
        <VisitLine />
      </div>
    ),
  };
  const canJump = count >= minToJump && (end !== null || query.hasNextPage);
  return (
    <div className={css.feed}>
      {canJump && (
        <p className={`${css.bar} small`}>
          <span className="grow">{t('visit.count', { count, n: formatCount(count, end === null) })}</span>
          <Button variant="light" size="compact-md" className={css.jump ?? ''} onClick={() => void jump()}>
            {t('visit.jump')}
          </Button>
        </p>
      )}
      <PostList source={source} empty={empty} insertions={hasLine ? [visitLine, ...insertions] : insertions} />
    </div>
  );
}
