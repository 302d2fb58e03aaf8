import { type ReactNode, useEffect } from 'react';
import { useInView } from '@/lib/use-in-view';
import { Placeholder } from './skeletons';
import { ErrorState } from './states';

interface InfiniteScrollProps {
  /** The list's query: whether there is more, whether it is on its way, whether the last page failed, and how to ask. */
  query: { hasNextPage: boolean; isFetching: boolean; isFetchNextPageError: boolean; fetchNextPage: () => Promise<unknown> };
  children: ReactNode;
}

function NextPage({ query: { isFetching, isFetchNextPageError, fetchNextPage }, children }: InfiniteScrollProps) {
  const [ref, inView] = useInView('100%');
  const asks = inView && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (asks) void fetchNextPage();
  }, [asks, fetchNextPage]);
  if (isFetchNextPageError && !isFetching) return <ErrorState onRetry={() => void fetchNextPage()} />;
  // What has come takes its place, and another one stands at the new end: one that is seen does not jump there.
  return (
    <div key={String(isFetching)} ref={ref}>
      <Placeholder>{children}</Placeholder>
    </div>
  );
}

/** The end of a list that goes on: asks for the next page before it comes into view; its children are the placeholders. */
export const InfiniteScroll = (props: InfiniteScrollProps) => (props.query.hasNextPage ? <NextPage {...props} /> : null);
