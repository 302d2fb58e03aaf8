import { create } from 'zustand';

/** How many notifications wait; the notifications feature sets it, the bell shows it. */
export const useUnread = create(() => ({ count: 0 }));

export const setUnread = (count: number): void => useUnread.setState({ count });
