import { create } from 'zustand';

/** Unread notifications; set by the notifications feature, shown by the bell. */
export const useUnread = create(() => ({ count: 0, isLoaded: false }));

export const setUnread = (count: number): void => useUnread.setState({ count, isLoaded: true });

/** Resets the count when the user changes. */
export const resetUnread = (): void => useUnread.setState({ count: 0, isLoaded: false });
