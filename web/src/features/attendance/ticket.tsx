import { Skeleton } from '@mantine/core';
import { IconCalendarEvent, IconCircleCheckFilled, IconMapPin, IconWifiOff } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Event } from '#models/contract/events';
import { doorTimes } from '#models/contract/limits';
import { AsyncCard } from '@/components/async-card';
import { Placeholder } from '@/components/skeletons';
import { eventTime, longDate } from '@/lib/format';
import { useNow } from '@/lib/now';
import { timeOfDay } from '@/lib/time-of-day';
import { HereForm } from './here-form';
import css from './ticket.module.css';
import { type StoredTicket, type TicketEvent, useStoredTicket, useTicket } from './tickets';

const QrCode = lazy(() => import('@/components/qr-code'));

const qrSkeleton = (
  <Placeholder>
    <Skeleton className={css.qr} radius="lg" />
  </Placeholder>
);

type PaperTicket = Pick<StoredTicket, 'code' | 'Name' | 'Checked_In_At'>;

function CheckedIn({ at }: { at: string }) {
  const { t } = useTranslation('check-in');
  return (
    <p className={`${css.in} small`}>
      <IconCircleCheckFilled size={18} aria-hidden="true" />
      {t('ticket.in', { time: timeOfDay(at) })}
    </p>
  );
}

/** QR code and name; below the perforation the code as text, to be typed. */
function Paper({ ticket, head }: { ticket: PaperTicket; head?: ReactNode }) {
  const { t } = useTranslation('check-in');
  return (
    <section className={head ? `card ${css.paper}` : css.inset} aria-label={t('ticket.title')}>
      <div className={css.main}>
        {head ?? <h3 className="h3">{t('ticket.title')}</h3>}
        <div className={css.figure}>
          <Suspense>
            <QrCode text={ticket.code} label={t('ticket.title')} className={css.qr} />
          </Suspense>
        </div>
        <b className="auto">{ticket.Name}</b>
        <span role="status">
          {ticket.Checked_In_At ? <CheckedIn at={ticket.Checked_In_At} /> : <p className="small soft">{t('ticket.show')}</p>}
        </span>
      </div>
      <div className={css.stub}>
        <span className="micro dim">{t('ticket.code')}</span>
        <code dir="ltr" className={`${css.code} micro`}>
          {ticket.code}
        </code>
      </div>
    </section>
  );
}

type HereEvent = TicketEvent & Pick<Event, 'Starts_At' | 'Ends_At'>;

/** Whether people can check themselves in at this time. */
const isDoorOpen = ({ Starts_At, Ends_At }: HereEvent, now: number): boolean =>
  now >= Date.parse(Starts_At) - doorTimes.opensMs && now < Date.parse(Ends_At);

/** The ticket from the server, while the door is open with a field for the code on its screen; if the call fails, the stored one. */
export function OwnTicket({ event, version }: { event: HereEvent; version: number }) {
  const now = useNow();
  const query = useTicket(event, version);
  const stored = useStoredTicket(event.ID);
  const ticket = query.data ?? (query.isError ? stored : undefined);
  if (ticket)
    return (
      <>
        <Paper ticket={ticket} />
        {!ticket.Checked_In_At && isDoorOpen(event, now) && <HereForm eventId={event.ID} />}
      </>
    );
  return (
    <div className={css.inset}>
      <div className={css.main}>
        <AsyncCard query={query} data={ticket} skeleton={qrSkeleton}>
          {() => null}
        </AsyncCard>
      </div>
    </div>
  );
}

function Facts({ ticket }: { ticket: StoredTicket }) {
  const { t } = useTranslation(['check-in', 'common']);
  const place = ticket.Is_Online ? t('check-in:online') : ticket.Location || t('common:tbd');
  return (
    <div className={css.facts}>
      <p className={`${css.away} small`}>
        <IconWifiOff size={18} stroke={1.75} aria-hidden="true" />
        {t('check-in:ticket.offline')}
      </p>
      <h2 className="h2 auto">{ticket.Title}</h2>
      <p className="small soft row">
        <IconCalendarEvent size={16} stroke={1.75} aria-hidden="true" />
        {longDate(ticket.Date)} · {eventTime(ticket.Time)}
      </p>
      <p className="small soft row">
        <IconMapPin size={16} stroke={1.75} aria-hidden="true" />
        <bdi>{place}</bdi>
      </p>
    </div>
  );
}

/** A stored ticket with its event's facts, for an event page that cannot be loaded. */
export function StoredTicketPaper({ ticket }: { ticket: StoredTicket }) {
  return <Paper ticket={ticket} head={<Facts ticket={ticket} />} />;
}
