import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { roomOf } from '#models/contract/rooms';
import { Notice } from '@/components/notice';
import { Placeholder } from '@/components/skeletons';
import { useRooms } from '@/lib/live';
import css from './event-page.module.css';

/** Page text for a missing, hidden or just deleted event. */
export function MissingEvent({ wasDeleted }: { wasDeleted: boolean }) {
  // Societies publish here that they open up, and events that they are restored, which may bring this one back.
  useRooms([roomOf('societies'), roomOf('events')]);
  const { t } = useTranslation('event');
  return (
    <Notice tab={t('notFound')} title={t('notFound')} text={t(wasDeleted ? 'deleted' : 'notFoundText')} to="/events" action={t('browse')} />
  );
}

/** Placeholder of the event page. */
export function EventSkeleton() {
  return (
    <Placeholder>
      <div className={`card ${css.hero}`}>
        <Skeleton className={css.cover ?? ''} radius={0} />
        <div className={css.head}>
          <div className={css.stub}>
            <Skeleton width={88} height={96} radius={20} />
          </div>
          <div className={`stack ${css.names}`}>
            <Skeleton height={14} width="30%" />
            <Skeleton height={26} width="70%" />
            <Skeleton height={12} width="55%" />
          </div>
        </div>
      </div>
      <div className="split">
        <Skeleton height={320} radius={20} />
        <Skeleton height={260} radius={20} />
      </div>
    </Placeholder>
  );
}
