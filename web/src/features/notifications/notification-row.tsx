import { Button } from '@mantine/core';
import { IconBell, IconBellOff, IconInfoCircle } from '@tabler/icons-react';
import { memo, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type Notification, newsTypes } from '#models/contract/notifications';
import { isPage } from '#models/contract/pages';
import { Excerpt } from '@/components/excerpt';
import { Nuqta } from '@/components/nuqta';
import { PersonAvatar } from '@/components/person-avatar';
import { TimeAgo } from '@/components/time-ago';
import { lazyOptional } from '@/lib/lazy-optional';
import { setMuted, useIsMuted } from '@/sync/mute';
import { ApproveButton } from './approve-button';
import { markAsRead } from './mark-read';
import css from './notification-row.module.css';
import { useNotificationTexts } from './use-notification-texts';

/** Loaded for people whose post or comment was removed. */
const AppealButton = lazyOptional(async () => ({ default: (await import('./appeal-button')).AppealButton }), {
  fallback: <div className={css.actions} />,
});

/** Loaded for people to whom a seat is offered. */
const SeatOfferButtons = lazyOptional(async () => ({ default: (await import('./seat-offer-buttons')).SeatOfferButtons }), {
  fallback: <div className={`${css.actions} ${css.offer} small`} />,
});

function Content({ item }: { item: Notification }) {
  const texts = useNotificationTexts(item);
  const { t } = useTranslation('notifications');
  const actor = item.actors[0];
  return (
    <>
      {actor ? <PersonAvatar id={actor.ID} name={actor.Name} image={actor.Image} size={36} /> : <span className={css.noFace} />}
      <span className="grow">
        <Excerpt as="b" isSentence lines={2} className="small">
          {texts.title}
        </Excerpt>
        <span className={`${css.message} small soft`}>
          <Excerpt isSentence lines={2}>
            {texts.message}
          </Excerpt>{' '}
          {texts.quote && <Excerpt>{texts.quote}</Excerpt>}
        </span>
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
}

/** Button that mutes or unmutes the notification's society. */
function MuteButton({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('notifications');
  const isMuted = useIsMuted(id);
  const Icon = isMuted ? IconBell : IconBellOff;
  return (
    <Button
      variant="default"
      size="compact-sm"
      className={css.mute ?? ''}
      disabled={isMuted === null}
      data-online
      leftSection={<Icon size={15} stroke={1.75} aria-hidden="true" />}
      onClick={() => void setMuted(id, !isMuted)}
    >
      <Excerpt isSentence>{t(isMuted ? 'mute.undoSociety' : 'mute.society', { society: name })}</Excerpt>
    </Button>
  );
}

function Reason({ item, id }: { item: Notification; id: string }) {
  const { t } = useTranslation('notifications');
  const society = item.society_id !== null && newsTypes.includes(item.type) ? item.society_id : null;
  return (
    <div id={id} className={css.why}>
      <p className="small soft">{t(`why.${item.why}` as 'why.author', { defaultValue: '' })}</p>
      {society !== null && <MuteButton id={society} name={item.params.society ?? ''} />}
    </div>
  );
}

/** One notification, linked to its object, with its reason on demand. */
export const NotificationRow = memo(function NotificationRow({ item }: { item: Notification }) {
  const { t } = useTranslation('notifications');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const shared = { className: css.row ?? '', onClick: () => void markAsRead(item.ID) };
  return (
    <li className={css.item}>
      {isPage(item.link) ? (
        <Link to={item.link} {...shared}>
          <Content item={item} />
        </Link>
      ) : (
        <button type="button" {...shared}>
          <Content item={item} />
        </button>
      )}
      <button
        type="button"
        className={css.ask}
        title={t('card.why')}
        aria-label={t('card.why')}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <IconInfoCircle size={17} stroke={1.75} aria-hidden="true" />
      </button>
      {item.type === 'join_requested' && item.times === 1 && !item.read && item.params.request && (
        <ApproveButton notification={item.ID} request={item.params.request} />
      )}
      {item.type === 'seat_offered' && item.params.event && item.params.until && Date.parse(item.params.until) > Date.now() && (
        <SeatOfferButtons notification={item.ID} event={item.params.event} until={item.params.until} />
      )}
      {item.type === 'content_removed' && <AppealButton params={item.params} />}
      {isOpen && <Reason item={item} id={id} />}
    </li>
  );
});
