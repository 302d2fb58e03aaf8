import { IconArrowLeft, IconWifiOff } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { roomOf } from '#models/contract/rooms';
import { AsyncCard } from '@/components/async-card';
import { LanguageSwitch } from '@/components/preferences';
import { formatNumber } from '@/lib/format';
import { useRooms } from '@/lib/live';
import { useDoorCode } from './door-code';
import css from './door-screen.module.css';
import type { OrganisedEvent } from './event-gate';

const QrCode = lazy(() => import('@/components/qr-code'));

/** Address that a phone opens by the QR code. */
const addressOf = (event: string, code: string): string => `${window.location.origin}/events/${event}/here?code=${code}`;

function Away() {
  const { t } = useTranslation('check-in');
  return (
    <div className={css.away} role="status">
      <IconWifiOff size={40} stroke={1.5} aria-hidden="true" />
      <p className="h3">{t('screen.away')}</p>
      <p>{t('screen.awayText')}</p>
    </div>
  );
}

/** The QR code, and under it its digits. */
function Code({ event, code }: { event: string; code: string }) {
  const { t } = useTranslation('check-in');
  return (
    <>
      <div className={css.figure}>
        <Suspense>
          <QrCode text={addressOf(event, code)} label={t('screen.qr')} className={css.qr} />
        </Suspense>
      </div>
      <p className={css.digits} dir="ltr">
        {`${code.slice(0, 3)} ${code.slice(3)}`}
      </p>
      <p className="soft">{t('screen.hint')}</p>
    </>
  );
}

/** Screen for the door, which people scan to check themselves in; the code changes every 15 seconds. */
export function DoorScreen({ event }: { event: OrganisedEvent }) {
  const { t } = useTranslation(['check-in', 'common']);
  const { query, shown, code } = useDoorCode(event.ID);
  useRooms([roomOf('eventDoor', event.ID), roomOf('event', event.ID)]);
  return (
    <div className={css.screen}>
      <title>{`${t('screen.title')} · ${event.Title} · ${t('common:name')}`}</title>
      <header className={css.bar}>
        <Link to={`/events/${event.ID}/check-in`} className="link row tap">
          <IconArrowLeft size={18} stroke={1.75} aria-hidden="true" className="flip" />
          {t('checkIn.title')}
        </Link>
        <LanguageSwitch />
      </header>
      <main className={css.main}>
        <h1 className="h1 auto">{event.Title}</h1>
        <AsyncCard query={query} data={shown} skeleton={<div className={css.figure} />}>
          {({ attending, checked_in, unconfirmed }) => (
            <>
              {code === null ? <Away /> : <Code event={event.ID} code={code} />}
              <p className={css.count} role="status">
                {t('screen.came', { count: checked_in, n: formatNumber(checked_in), of: formatNumber(attending) })}
              </p>
              {unconfirmed > 0 && (
                <Link to={`/events/${event.ID}/check-in`} className="link tap">
                  {t('screen.unconfirmed', { count: unconfirmed, n: formatNumber(unconfirmed) })}
                </Link>
              )}
            </>
          )}
        </AsyncCard>
      </main>
    </div>
  );
}
