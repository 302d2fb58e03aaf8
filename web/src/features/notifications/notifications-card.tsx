import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Notification } from '#models/contract/notifications';
import { isPage } from '#models/contract/pages';
import { Badge } from '@/components/badge';
import { Nuqta } from '@/components/nuqta';
import { PersonAvatar } from '@/components/person-avatar';
import { SideCard } from '@/components/side-card';
import { RowSkeletons } from '@/components/skeletons';
import { ErrorLine } from '@/components/states';
import { TimeAgo } from '@/components/time-ago';
import { useUnread } from '@/lib/unread';
import { readAll, readOne } from './mark-read';
import { useNotifications } from './notifications.store';
import css from './notifications-card.module.css';
import { useNotificationsLive } from './use-notifications-live';
import { useNotificationWords } from './words';

const shown = 3;

function Row({ item }: { item: Notification }) {
  const words = useNotificationWords(item);
  const { t } = useTranslation('notifications');
  const actor = item.actors[0];
  const content = (
    <>
      {actor ? <PersonAvatar id={actor.ID} name={actor.Name} image={actor.Image} size={36} /> : <span className={css.noFace} />}
      <span className="grow">
        <b className={`${css.title} small`}>{words.title}</b>
        <span className={`${css.message} small soft`}>{words.message}</span>
        <TimeAgo time={item.time} className={`${css.time} micro dim`} />
      </span>
      {!item.read && (
        <span>
          <Nuqta tone="rose" />
          <span className="vh">{t('card.unread')}</span>
        </span>
      )}
    </>
  );
  const shared = {
    className: css.row ?? '',
    title: t(`why.${item.why}` as 'why.author', { defaultValue: '' }),
    onClick: () => void readOne(item.ID),
  };
  return (
    <li>
      {isPage(item.link) ? (
        <Link to={item.link} {...shared}>
          {content}
        </Link>
      ) : (
        <button type="button" {...shared}>
          {content}
        </button>
      )}
    </li>
  );
}

/** The newest three, how many are unread, and one press to have seen them all. */
export function NotificationsCard() {
  const { t } = useTranslation('notifications');
  const unread = useUnread(({ count }) => count);
  const { query, items } = useNotifications();
  useNotificationsLive();
  const list = useRef<HTMLUListElement>(null);
  const markAll = () => {
    void readAll();
    // The button goes with the last unread one; the keyboard stays in the card.
    list.current?.querySelector<HTMLElement>('a, button')?.focus();
  };
  const extra = unread > 0 && (
    <span className="row grow">
      <Badge tone="rose">{unread}</Badge>
      <span className="grow" />
      <Button variant="subtle" size="compact-sm" onClick={markAll}>
        {t('card.markAll')}
      </Button>
    </span>
  );
  return (
    <SideCard id="notifications" title={t('card.title')} extra={extra}>
      {query.isPending && (
        <div className={css.waiting}>
          <RowSkeletons />
        </div>
      )}
      {query.isError && !query.data && !query.isFetching && <ErrorLine onRetry={() => void query.refetch()} />}
      {query.isSuccess && items.length === 0 && <p className="small dim">{t('card.empty')}</p>}
      <ul ref={list} className={css.list}>
        {items.slice(0, shown).map((item) => (
          <Row key={item.ID} item={item} />
        ))}
      </ul>
    </SideCard>
  );
}
