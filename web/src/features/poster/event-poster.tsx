import { IconArmchair, IconCalendar, IconMapPin, IconVideo } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SharedEvent } from '#models/contract/events';
import type { Society } from '#models/contract/societies';
import { type Fact, Facts } from '@/components/facts';
import { SocietyTile } from '@/components/society-tile';
import { eventTime, longDate } from '@/lib/format';
import css from './poster.module.css';
import { PosterName, Scan, Sheet } from './sheet';

interface EventPosterProps {
  event: SharedEvent;
  society: Pick<Society, 'ID' | 'Name' | 'Image' | 'Category'>;
}

/** Date and start time, with the end time if it ends on the same day. */
function When({ event: { Date: date, Time, End_Date, End_Time } }: { event: SharedEvent }) {
  const end = End_Time && (!End_Date || End_Date === date) ? eventTime(End_Time) : '';
  return (
    <>
      {longDate(date)}
      <br />
      <bdi>{eventTime(Time)}</bdi>
      {end && (
        <>
          {' – '}
          <bdi>{end}</bdi>
        </>
      )}
    </>
  );
}

function useFacts(event: SharedEvent): Fact[] {
  const { t } = useTranslation(['poster', 'common']);
  const { Is_Online, Location, Max_Attendees } = event;
  const place = Is_Online ? t('poster:online') : Location;
  const seats = Max_Attendees && { icon: IconArmchair, label: t('poster:seatsTitle'), value: t('poster:seats', { count: Max_Attendees }) };
  return [
    { icon: IconCalendar, label: t('poster:when'), value: <When event={event} /> },
    { icon: Is_Online ? IconVideo : IconMapPin, label: t('poster:where'), value: <bdi>{place || t('common:tbd')}</bdi> },
    ...(seats ? [seats] : []),
  ];
}

/** Replaces the QR code of a cancelled or ended event. */
function Closed({ state }: { state: 'cancelled' | 'ended' }) {
  const { t } = useTranslation('poster');
  return (
    <footer className={`${css.scan} ${css.cancelled}`}>
      <p className={css.callWords}>{t(state)}</p>
      <p>{t(`${state}Text`)}</p>
    </footer>
  );
}

function Foot({ event }: { event: SharedEvent }) {
  const { t } = useTranslation('poster');
  if (event.Status === 'cancelled') return <Closed state="cancelled" />;
  return event.Phase === 'ended' ? <Closed state="ended" /> : <Scan path={`/events/${event.ID}`} call={t('come')} />;
}

/** Printable poster of an event; a cancelled or ended event has a notice instead of the QR code. */
export function EventPoster({ event, society }: EventPosterProps) {
  const { t } = useTranslation('poster');
  const facts = useFacts(event);
  return (
    <Sheet title={event.Title} seed={event.ID} category={event.Category} image={event.Image}>
      <div className={css.words}>
        <p className={css.host}>
          <SocietyTile id={society.ID} category={society.Category} image={society.Image} size="3rem" />
          <span>{t('of', { society: `\u2068${society.Name}\u2069` })}</span>
        </p>
        <PosterName isCancelled={event.Status === 'cancelled'}>{event.Title}</PosterName>
        <div className={css.facts}>
          <Facts facts={facts} />
        </div>
      </div>
      <Foot event={event} />
    </Sheet>
  );
}
