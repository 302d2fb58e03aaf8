import { type ReactNode, useEffect } from 'react';
import { useInView } from '@/lib/use-in-view';
import { Placeholder } from './skeletons';
import { ErrorState } from './states';

interface FurtherProps {
  /** The list's query: whether a page is on its way, whether the last one failed, and how to ask. */
  query: { isFetching: boolean; isFetchNextPageError: boolean; fetchNextPage: () => Promise<unknown> };
  children: ReactNode;
}

/** The end of a list that goes on: asks for the next page before it comes into view; its children are the placeholders. */
export function Further({ query: { isFetching, isFetchNextPageError, fetchNextPage }, children }: FurtherProps) {
  const [ref, inView] = useInView('100%');
  const asks = inView && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (asks) void fetchNextPage();
  }, [asks, fetchNextPage]);
  if (isFetchNextPageError && !isFetching) return <ErrorState onRetry={() => void fetchNextPage()} />;
  return (
    <div ref={ref}>
      <Placeholder>{children}</Placeholder>
    </div>
  );
}
