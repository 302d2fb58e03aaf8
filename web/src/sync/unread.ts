import { create } from 'zustand';
import { onUserChange } from '@/lib/user-change';

const none = { count: 0, isLoaded: false };

/** Unread notifications; set by the notifications feature, shown by the bell. */
export const useUnread = create(() => none);

export const setUnread = (count: number): void => useUnread.setState({ count, isLoaded: true });

onUserChange(() => resetUnread());

/** Resets the count to not loaded. */
export const resetUnread = (): void => useUnread.setState(none);
