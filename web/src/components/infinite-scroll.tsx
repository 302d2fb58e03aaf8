import { type ReactNode, useEffect } from 'react';
import { useInView } from '@/lib/use-in-view';
import { Placeholder } from './skeletons';
import { ErrorState } from './states';

interface InfiniteScrollProps {
  /** The paging part of the list's infinite query. */
  query: { hasNextPage: boolean; isFetching: boolean; isFetchNextPageError: boolean; fetchNextPage: () => Promise<unknown> };
  children: ReactNode;
}

function NextPage({ query: { isFetching, isFetchNextPageError, fetchNextPage }, children }: InfiniteScrollProps) {
  const [ref, inView] = useInView('100%');
  const shouldFetch = inView && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (shouldFetch) void fetchNextPage();
  }, [shouldFetch, fetchNextPage]);
  if (isFetchNextPageError && !isFetching) return <ErrorState onRetry={() => void fetchNextPage()} />;
  // Remount after each page: a placeholder in view would otherwise jump to the new end of the list.
  return (
    <div key={String(isFetching)} ref={ref}>
      <Placeholder>{children}</Placeholder>
    </div>
  );
}

/** Loads the next page before the end of a list scrolls into view; the children are the placeholders. */
export const InfiniteScroll = (props: InfiniteScrollProps) => (props.query.hasNextPage ? <NextPage {...props} /> : null);
