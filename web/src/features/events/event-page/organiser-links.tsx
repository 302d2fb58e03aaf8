import { Button } from '@mantine/core';
import { IconCalendarOff, IconCopy, IconListDetails, IconPencil, IconPrinter, IconQrcode } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isAttendable } from '#models/contract/event-phase';
import { lazyDialog } from '@/components/lazy-dialog';
import type { ShownEvent } from '../events.store';
import css from './event-page.module.css';

const useCancelDialog = lazyDialog(() => import('./cancel-dialog'));
const icon = { size: 17, stroke: 1.75, 'aria-hidden': true } as const;

/** Organisers' links: edit, copy, attendees, check-in, poster, cancel. */
export function OrganiserLinks({ event }: { event: ShownEvent }) {
  const { t } = useTranslation('event');
  const [dialog, open] = useCancelDialog({ event });
  const { ID, Society_ID, Can, Status } = event;
  const links = [
    { to: `/events/${ID}/edit`, label: t('organise.edit'), Icon: IconPencil },
    { to: `/societies/${Society_ID}/events/new?copy=${ID}`, label: t('organise.copy'), Icon: IconCopy },
    { to: `/events/${ID}/attendees`, label: t('organise.attendees'), Icon: IconListDetails },
    ...(Status === 'cancelled' ? [] : [{ to: `/events/${ID}/check-in`, label: t('organise.checkIn'), Icon: IconQrcode }]),
    { to: `/events/${ID}/poster`, label: t('organise.poster'), Icon: IconPrinter },
  ];
  return (
    <nav className={css.organise} aria-label={t('organise.title')}>
      <p className="micro dim">{t('organise.title')}</p>
      <div className={css.organiseLinks}>
        {links.map(({ to, label, Icon }) => (
          <Button key={to} component={Link} to={to} variant="default" size="sm" leftSection={<Icon {...icon} />}>
            {label}
          </Button>
        ))}
        {Can.cancel && isAttendable(event) && (
          <Button variant="default" size="sm" leftSection={<IconCalendarOff {...icon} />} aria-haspopup="dialog" onClick={open}>
            {t('organise.cancel')}
          </Button>
        )}
      </div>
      {dialog}
    </nav>
  );
}
