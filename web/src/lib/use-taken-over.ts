import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Whether the app runs this part of the page: false on the server, and in a rendered page until it is taken over. Text fields are
 * read-only until then, since what is typed before would be lost.
 */
export const useTakenOver = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
