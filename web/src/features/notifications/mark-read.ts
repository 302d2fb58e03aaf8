import { markAllRead, markRead } from '#models/contract/notifications';
import { api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { readClock } from '@/sync/logical-clock';
import { notifications, setRead } from './notifications.store';
import { applyFetchedUnread, lowerUnread } from './unread';

/** Marks as read optimistically; rolled back if the server refuses. */
async function markOptimistically(ids: readonly string[], by: number, send: () => Promise<{ data: { unread: number } }>): Promise<void> {
  const requestedAt = readClock();
  const rollbacks = ids.map((id) => notifications.applyOptimistic(id, (item) => ({ ...item, read: true })));
  const rollbackCount = lowerUnread(by, requestedAt);
  try {
    const { data } = await send();
    setRead(ids);
    applyFetchedUnread(data.unread, requestedAt);
  } catch (error) {
    rollbackCount();
    reportFailure(error);
  } finally {
    for (const rollback of rollbacks) rollback();
  }
}

const isUnread = (id: string): boolean => notifications.get(id)?.read === false;

export const markAsRead = async (id: string): Promise<void> => {
  if (isUnread(id)) await markOptimistically([id], 1, () => api(markRead, { notification_id: id }));
};

/** Marks all notifications as read, including those that are not loaded. */
export const markAllAsRead = (): Promise<void> => {
  const ids = notifications.all().map(({ ID }) => ID);
  return markOptimistically(ids.filter(isUnread), Number.POSITIVE_INFINITY, () => api(markAllRead, {}));
};
