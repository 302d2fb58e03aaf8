import { Button } from '@mantine/core';
import { IconCalendarOff, IconListDetails, IconPencil, IconPrinter, IconQrcode } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isAttendable } from '#models/contract/event-phase';
import { lazyDialog } from '@/components/lazy-dialog';
import type { ShownEvent } from '../events.store';
import css from './event-page.module.css';

const useCancelDialog = lazyDialog(() => import('./cancel-dialog'));
const icon = { size: 17, stroke: 1.75, 'aria-hidden': true } as const;

/** Organisers' links: edit, attendees, check-in, poster, cancel. */
export function OrganiserLinks({ event }: { event: ShownEvent }) {
  const { t } = useTranslation('event');
  const [dialog, open] = useCancelDialog({ event });
  const { ID, Can, Status } = event;
  const links = [
    { to: 'edit', label: t('organise.edit'), Icon: IconPencil },
    { to: 'attendees', label: t('organise.attendees'), Icon: IconListDetails },
    ...(Status === 'cancelled' ? [] : [{ to: 'check-in', label: t('organise.checkIn'), Icon: IconQrcode }]),
    { to: 'poster', label: t('organise.poster'), Icon: IconPrinter },
  ];
  return (
    <nav className={css.organise} aria-label={t('organise.title')}>
      <p className="micro dim">{t('organise.title')}</p>
      <div className={css.organiseLinks}>
        {links.map(({ to, label, Icon }) => (
          <Button key={to} component={Link} to={`/events/${ID}/${to}`} variant="default" size="sm" leftSection={<Icon {...icon} />}>
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
