import { useTranslation } from 'react-i18next';
import { AsyncList } from '@/components/async-list';
import { RowSkeletons } from '@/components/skeletons';
import { EmptyState } from '@/components/states';
import { NotificationRow } from './notification-row';
import { notifications, useNotifications } from './notifications.store';
import css from './notifications-list.module.css';

/** List of all notifications, newest first; new ones are held back while the list is scrolled. */
export function NotificationsList() {
  const { t } = useTranslation('notifications');
  const view = useNotifications();
  const items = notifications.useList(view.ids);
  return (
    <section className={css.box} aria-label={t('card.title')}>
      <div className={`card ${css.card}`}>
        <AsyncList
          view={view}
          items={items}
          frame="none"
          className={css.list}
          pill={(count) => t('page.new', { count })}
          empty={<EmptyState title={t('page.empty')} text={t('card.empty')} seed="notifications" />}
          skeleton={<RowSkeletons rows={6} className={css.waiting} />}
          moreSkeleton={<RowSkeletons rows={2} className={css.waiting} />}
        >
          {(item) => <NotificationRow item={item} />}
        </AsyncList>
      </div>
    </section>
  );
}
