import { create } from 'zustand';

/** How many notifications wait, and whether that is known yet; the notifications feature sets it, the bell shows it. */
export const useUnread = create(() => ({ count: 0, isLoaded: false }));

export const setUnread = (count: number): void => useUnread.setState({ count, isLoaded: true });

/** Somebody else looks, or nobody: how many wait is not known. */
export const resetUnread = (): void => useUnread.setState({ count: 0, isLoaded: false });
