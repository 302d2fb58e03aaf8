import { ActionIcon } from '@mantine/core';
import { IconArrowLeft, IconBookmark, IconBookmarkFilled, IconFlag3, IconShare3, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Badge } from '@/components/badge';
import { Cover } from '@/components/cover';
import { DateStub } from '@/components/date-stub';
import { useEventCategoryName } from '@/components/event-names';
import { lazyDialog } from '@/components/lazy-dialog';
import { ActionMenu } from '@/components/menu';
import { useReportDialog } from '@/components/report-button';
import { Seats } from '@/components/seats';
import { eventTime, longDate } from '@/lib/format';
import { useUser } from '@/lib/session';
import { bookmark, useLoginLink, useViewerStanding } from '../attendance';
import { confirmDeletion } from '../delete-event';
import { EventStatus } from '../event-status';
import type { ShownEvent } from '../events.store';
import { Countdown } from './countdown';
import css from './event-page.module.css';

const useShareDialog = lazyDialog(() => import('./share-event'), 'share');
const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** Whether a page of the app was open before this one, in the same tab. */
const hasHistory = (): boolean => Boolean((window.history.state as { idx?: number } | null)?.idx);

/** Back button; without history in the app it goes to the event list. */
function Back() {
  const { t } = useTranslation('event');
  const navigate = useNavigate();
  return (
    <ActionIcon
      className={css.tool ?? ''}
      aria-label={t('back')}
      title={t('back')}
      onClick={() => void (hasHistory() ? navigate(-1) : navigate('/events'))}
    >
      <IconArrowLeft {...icon} className="flip" />
    </ActionIcon>
  );
}

function BookmarkButton({ event }: { event: ShownEvent }) {
  const { t } = useTranslation('event');
  const { isBookmarked } = useViewerStanding(event);
  const isSignedIn = useUser() !== null;
  const login = useLoginLink();
  const name = isBookmarked ? t('saved') : t('save');
  return (
    <ActionIcon
      className={css.tool ?? ''}
      data-on={isBookmarked || undefined}
      aria-label={name}
      title={name}
      aria-pressed={isBookmarked}
      onClick={() => (isSignedIn ? void bookmark(event, !isBookmarked) : login.go())}
    >
      {isBookmarked ? <IconBookmarkFilled {...icon} /> : <IconBookmark {...icon} />}
    </ActionIcon>
  );
}

/** Menu of rare actions: to report the event, for signed-in viewers who do not manage it. */
function MoreMenu({ event: { ID, User, Can } }: { event: ShownEvent }) {
  const { t } = useTranslation('event');
  const user = useUser();
  const [dialog, open] = useReportDialog({ kind: 'event', id: ID, texts: { title: t('report.open'), help: t('report.help') } });
  if (user === null || user.ID === User || Can.edit) return null;
  return (
    <>
      <ActionMenu label={t('more')} className={css.tool} items={[{ icon: IconFlag3, label: t('report.open'), onClick: open }]} />
      {dialog}
    </>
  );
}

function Tools({ event }: { event: ShownEvent }) {
  const { t } = useTranslation(['event', 'events']);
  const navigate = useNavigate();
  const [dialog, open] = useShareDialog({ event });
  return (
    <div className={css.tools}>
      <Back />
      <span className="grow" />
      <BookmarkButton event={event} />
      <ActionIcon
        className={css.tool ?? ''}
        aria-label={t('event:share.open')}
        title={t('event:share.open')}
        aria-haspopup="dialog"
        onClick={open}
      >
        <IconShare3 {...icon} className="flip" />
      </ActionIcon>
      {event.Can.delete && (
        <ActionIcon
          className={css.tool ?? ''}
          data-danger
          data-online
          aria-label={t('events:delete.title')}
          title={t('events:delete.title')}
          aria-haspopup="dialog"
          onClick={() => void confirmDeletion(event, () => navigate('/events'))}
        >
          <IconTrash {...icon} />
        </ActionIcon>
      )}
      <MoreMenu event={event} />
      {dialog}
    </div>
  );
}

/** Head of the event page: cover, tools, date stub, badges, title, time and place. */
export function Hero({ event }: { event: ShownEvent }) {
  const { t } = useTranslation(['event', 'common']);
  const categoryName = useEventCategoryName();
  const { ID, Title, Category, Image, Date: date, Time, Is_Online, Location, Status, Phase } = event;
  return (
    <header className={`card ${css.hero}`}>
      <div className={css.coverBox}>
        <Cover className={css.cover ?? ''} seed={ID} category={Category} image={Image} width={1120} height={264} />
        <Countdown event={event} />
      </div>
      <Tools event={event} />
      <div className={css.head}>
        <div className={css.stub}>
          <DateStub date={date} isBig />
        </div>
        <div className={css.names}>
          <p className={css.badges}>
            <Badge tone="brand">{categoryName(Category)}</Badge>
            {(Status === 'cancelled' || Phase !== 'upcoming') && <EventStatus event={event} />}
            <Seats {...event} />
          </p>
          <h1 className="h1">
            <bdi>{Title || t('event:noTitle')}</bdi>
          </h1>
          <p className="soft">
            {longDate(date)} · {eventTime(Time)} · <bdi>{Is_Online ? t('event:details.online') : Location || t('common:tbd')}</bdi>
          </p>
        </div>
      </div>
    </header>
  );
}
