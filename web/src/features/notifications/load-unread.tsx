import { useUnreadCount } from './notifications.store';

/** Loads the unread count, and updates it live; apart from the bell, which visitors do not have. */
export default function LoadUnread() {
  useUnreadCount();
  return null;
}
