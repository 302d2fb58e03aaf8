import { act } from '@testing-library/react';
import { queryClient } from '@/lib/query';

/** Starts to refetch all queries. */
export const beginRefetch = (): Promise<void> => queryClient.refetchQueries();

/** Waits until fetched data is rendered: the query client notifies its observers in a separate task. */
export const isShown = (fetched: Promise<void> = Promise.resolve()): Promise<void> =>
  act(async () => {
    await fetched;
    await new Promise((resolve) => setTimeout(resolve));
  });

/** Refetches all queries and waits until they are rendered. */
export const refetchAll = (): Promise<void> => isShown(beginRefetch());
