import { Button } from '@mantine/core';
import { IconCalendarOff, IconCopy, IconDeviceTv, IconListDetails, IconPencil, IconPrinter, IconQrcode } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isAttendable } from '#models/contract/event-phase';
import { lazyDialog } from '@/components/lazy-dialog';
import type { ShownEvent } from '../events.store';
import css from './event-page.module.css';

const useCancelDialog = lazyDialog(() => import('./cancel-dialog'));
const icon = { size: 17, stroke: 1.75, 'aria-hidden': true } as const;

/** Organisers' links: edit, copy, attendees, check-in, door screen, poster, cancel; of these a steward's: attendees and the door. */
export function OrganiserLinks({ event }: { event: ShownEvent }) {
  const { t } = useTranslation('event');
  const [dialog, open] = useCancelDialog({ event });
  const { ID, Society_ID, Can, Status } = event;
  const edit = { to: `/events/${ID}/edit`, label: t('organise.edit'), Icon: IconPencil };
  const copy = { to: `/societies/${Society_ID}/events/new?copy=${ID}`, label: t('organise.copy'), Icon: IconCopy };
  const attendees = { to: `/events/${ID}/attendees`, label: t('organise.attendees'), Icon: IconListDetails };
  const door = [
    { to: `/events/${ID}/check-in`, label: t('organise.checkIn'), Icon: IconQrcode },
    { to: `/events/${ID}/door`, label: t('organise.door'), Icon: IconDeviceTv },
  ];
  const poster = { to: `/events/${ID}/poster`, label: t('organise.poster'), Icon: IconPrinter };
  const atDoor = Status === 'cancelled' ? [attendees] : [attendees, ...door];
  const links = Can.edit ? [edit, copy, ...atDoor, poster] : atDoor;
  const title = Can.edit ? t('organise.title') : t('organise.stewards');
  return (
    <nav className={css.organise} aria-label={title}>
      <p className="micro dim">{title}</p>
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
