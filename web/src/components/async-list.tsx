import type { ReactElement, ReactNode } from 'react';
import { InfiniteScroll } from './infinite-scroll';
import { LongList } from './long-list';
import { NewItemsPill } from './new-items-pill';
import { RowSkeletons, Waiting } from './skeletons';
import { ErrorState } from './states';
import { useProgressiveList } from './use-progressive-list';

/** The part of a query that decides which state is shown. */
export interface AsyncQuery {
  data: unknown;
  isError: boolean;
  isFetching: boolean;
  isPlaceholderData?: boolean;
  refetch: () => Promise<unknown>;
}

/** What a list or a card shows of its query; nothing before it is enabled. */
export type AsyncState = 'loading' | 'failed' | 'loaded' | 'idle';

/** The one definition of loading and failed: stale data is shown rather than either, and a retry is loading again. */
export function asyncState({ data, isError, isFetching }: AsyncQuery): AsyncState {
  if (data !== undefined) return 'loaded';
  if (isFetching) return 'loading';
  return isError ? 'failed' : 'idle';
}

/** The key of an item, or an item that is only an id. */
export const defaultId = (item: unknown): string => (typeof item === 'string' ? item : (item as { ID: string }).ID);

interface AsyncListProps<T> {
  /** The list's query, and what is held back of it. */
  view: {
    items?: readonly T[];
    query: AsyncQuery & { hasNextPage: boolean; isFetchNextPageError: boolean; fetchNextPage: () => Promise<unknown> };
    held?: number;
    showHeld?: () => void;
  };
  /** Those of the view, unless others are shown. */
  items?: readonly T[];
  /** The item's `ID`, or the item itself if it is an id, unless it has another key. */
  idOf?: (item: T) => string;
  /** Renders one item: one `<li>`. */
  children: (item: T, index: number) => ReactElement;
  empty: ReactNode;
  /** Title of the failure; the general one without it. */
  failed?: string | undefined;
  /** Text of the pill that shows new items, for their number. */
  pill?: ((count: number) => string) | undefined;
  /** Placeholder of the first page, and of one more. */
  skeleton?: ReactNode;
  moreSkeleton?: ReactNode;
  /** Frame of the states that are not the list; a card by default, none inside one. */
  frame?: 'card' | 'none';
  className?: string | undefined;
  label?: string | undefined;
  /** Renders a freshly loaded list in steps, so that large items do not block the browser. */
  isProgressive?: boolean;
  woven?: ReactElement | undefined;
}

/** A list of any length in all of its states: loading, failed, empty, loaded, more, and new items held back. */
export function AsyncList<T>({
  view,
  items = view.items ?? [],
  idOf = defaultId,
  children,
  empty,
  failed,
  pill,
  frame = 'card',
  ...rest
}: AsyncListProps<T>) {
  const { query, held = 0, showHeld } = view;
  const {
    skeleton = <RowSkeletons rows={5} />,
    moreSkeleton = <RowSkeletons rows={2} />,
    className,
    label,
    woven,
    isProgressive = false,
  } = rest;
  const state = asyncState(query);
  const page = { isPending: state === 'loading', hasNextPage: query.hasNextPage };
  const { isComing, drawn, isWhole, hasMore, mark } = useProgressiveList(items, page, isProgressive);
  const framed = (content: ReactNode) => (frame === 'card' ? <div className="card">{content}</div> : content);
  if (isComing || state === 'loading') return <Waiting>{skeleton}</Waiting>;
  if (state === 'idle') return null;
  if (state === 'failed') return framed(<ErrorState {...(failed && { title: failed })} onRetry={() => void query.refetch()} />);
  const list = (items.length > 0 || woven) && (
    <LongList
      {...(className && { className })}
      {...(label && { 'aria-label': label })}
      items={drawn}
      idOf={idOf}
      hasMore={hasMore}
      woven={woven}
      isOld={query.isPlaceholderData ?? false}
    >
      {children}
    </LongList>
  );
  const content = (
    <>
      {items.length === 0 && !query.hasNextPage && framed(empty)}
      {mark && list ? <div className={mark}>{list}</div> : list}
    </>
  );
  return (
    <>
      {pill && showHeld ? (
        // One element, so that the pill, which has no height, takes no gap of the grid around it.
        <div>
          <NewItemsPill count={held} label={pill(held)} onShow={showHeld} />
          {content}
        </div>
      ) : (
        content
      )}
      {isWhole && <InfiniteScroll query={query}>{moreSkeleton}</InfiniteScroll>}
    </>
  );
}
