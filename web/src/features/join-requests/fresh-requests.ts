import { create } from 'zustand';
import { onUserChange } from '@/lib/user-change';

const useFresh = create<{ ids: readonly string[] }>(() => ({ ids: [] }));

/** Ids of the requests received since the list was opened, until the viewer selects them. */
export const useFreshIds = (): readonly string[] => useFresh(({ ids }) => ids);

export const markFresh = (id: string): void => useFresh.setState(({ ids }) => ({ ids: [...ids, id] }));

export const markSeen = (id: string): void => useFresh.setState(({ ids }) => ({ ids: ids.filter((each) => each !== id) }));

export const clearFresh = (): void => useFresh.setState({ ids: [] });
onUserChange(clearFresh);
