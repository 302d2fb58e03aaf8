import { IconCalendar, IconClipboardCheck, IconMapPin, IconTag, IconUser, IconVideo } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useEventCategoryName } from '@/components/event-names';
import { type Fact, Facts } from '@/components/facts';
import { eventTime, longDate } from '@/lib/format';
import type { ShownEvent } from '../events.store';
import css from './event-page.module.css';

const newTab = { target: '_blank', rel: 'noopener noreferrer' } as const;

function When({ event: { Date: date, Time, End_Date, End_Time } }: { event: ShownEvent }) {
  const { t } = useTranslation('event');
  const end = [End_Date && End_Date !== date ? longDate(End_Date) : '', End_Time ? eventTime(End_Time) : ''].filter(Boolean).join(' · ');
  return (
    <>
      {longDate(date)}
      <span className={css.under}>
        {eventTime(Time)}
        {end && <span className="soft"> {t('details.until', { end })}</span>}
      </span>
    </>
  );
}

function Place({ event: { Is_Online, Online_Link, Location } }: { event: ShownEvent }) {
  const { t } = useTranslation(['event', 'common']);
  if (Is_Online) {
    return (
      <>
        {t('event:details.online')}
        <span className={css.under}>
          {Online_Link ? (
            <a className="link small tap" href={Online_Link} {...newTab}>
              {t('event:details.open')}
            </a>
          ) : (
            <span className="small dim">{t('event:details.linkLater')}</span>
          )}
        </span>
      </>
    );
  }
  if (!Location) return t('common:tbd');
  return (
    <>
      <bdi>{Location}</bdi>
      <span className={css.under}>
        <a className="link small tap" href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(Location)}`} {...newTab}>
          {t('event:details.directions')}
        </a>
      </span>
    </>
  );
}

/** Time, place, category and organiser of an event. */
export function FactsCard({ event }: { event: ShownEvent }) {
  const { t } = useTranslation(['event', 'common']);
  const categoryName = useEventCategoryName();
  const facts: Fact[] = [
    { icon: IconCalendar, label: t('event:details.when'), value: <When event={event} /> },
    { icon: event.Is_Online ? IconVideo : IconMapPin, label: t('event:details.where'), value: <Place event={event} /> },
    { icon: IconTag, label: t('event:details.category'), value: <bdi>{categoryName(event.Category)}</bdi> },
    { icon: IconUser, label: t('event:details.organizer'), value: <bdi>{event.Organizer || t('common:name')}</bdi> },
  ];
  if (event.Registration_Required) {
    facts.push({ icon: IconClipboardCheck, label: t('event:details.registration'), value: t('event:details.required') });
  }
  return (
    <section className={`card ${css.box} ${css.facts}`} aria-label={t('event:details.title')}>
      <h2 className="h2">{t('event:details.title')}</h2>
      <Facts facts={facts} />
    </section>
  );
}
