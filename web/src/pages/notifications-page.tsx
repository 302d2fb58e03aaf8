import { NotificationsHead } from '@/features/notifications/notifications-head';
import { NotificationsList } from '@/features/notifications/notifications-list';
import { PushButton } from '@/features/notifications/push-button';

/** /notifications */
export default function NotificationsPage() {
  return (
    <div className="page narrow stack steady">
      <NotificationsHead />
      <NotificationsList />
      <PushButton />
    </div>
  );
}
