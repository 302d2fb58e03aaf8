import { markAllRead, markRead } from '#models/contract/notifications';
import { api } from '@/lib/api';
import { runAction } from '@/sync/mutations';
import { withUnread } from '@/sync/unread';
import { notifications, setRead } from './notifications.store';

/** Marks as read optimistically; rolled back if the server refuses. */
function mark(ids: readonly string[], by: number, send: () => Promise<{ data: { unread: number } }>): Promise<boolean> {
  const rollbacks = ids.map((id) => notifications.applyOptimistic(id, (item) => ({ ...item, read: true })));
  const work = async () => {
    await withUnread(send, ({ data }) => data.unread, by);
    setRead(ids);
  };
  return runAction(work, rollbacks);
}

const isUnread = (id: string): boolean => notifications.get(id)?.read === false;

export async function markAsRead(id: string): Promise<void> {
  if (isUnread(id)) await mark([id], 1, () => api(markRead, { notification_id: id }));
}

/** Marks all notifications as read, including those that are not loaded. */
export const markAllAsRead = (): Promise<boolean> =>
  mark(notifications.ids().filter(isUnread), Number.POSITIVE_INFINITY, () => api(markAllRead, {}));
