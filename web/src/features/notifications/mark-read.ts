import { markAllRead, markRead } from '#models/contract/notifications';
import { api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { readClock } from '@/lib/logical-clock';
import { notifications, takeRead } from './notifications.store';
import { answerUnread, expectFewer } from './unread';

/** Marks as read at once, and takes it back when the server does not take it. */
async function markAtOnce(ids: readonly string[], by: number, send: () => Promise<{ data: { unread: number } }>): Promise<void> {
  const asked = readClock();
  const ends = ids.map((id) => notifications.applyOptimistic(id, (item) => ({ ...item, read: true })));
  const takeBack = expectFewer(by, asked);
  try {
    const { data } = await send();
    takeRead(ids);
    answerUnread(data.unread, asked);
  } catch (error) {
    takeBack();
    reportFailure(error);
  } finally {
    for (const end of ends) end();
  }
}

const isUnread = (id: string): boolean => notifications.get(id)?.read === false;

export const readOne = async (id: string): Promise<void> => {
  if (isUnread(id)) await markAtOnce([id], 1, () => api(markRead, { notification_id: id }));
};

/** Also those that are not on the screen. */
export const readAll = (): Promise<void> => {
  const ids = notifications.all().map(({ ID }) => ID);
  return markAtOnce(ids.filter(isUnread), Number.POSITIVE_INFINITY, () => api(markAllRead, {}));
};
