import { act } from '@testing-library/react';
import { queryClient } from '@/lib/query';

/** Begins to fetch everything on the screen again. */
export const beginRefetch = (): Promise<void> => queryClient.refetchQueries();

/** Waits until what was fetched is shown: the query client tells its observers in a task of its own. */
export const isShown = (fetched: Promise<void> = Promise.resolve()): Promise<void> =>
  act(async () => {
    await fetched;
    await new Promise((resolve) => setTimeout(resolve));
  });

/** Fetches everything on the screen again. */
export const refetchAll = (): Promise<void> => isShown(beginRefetch());
