import { Button } from '@mantine/core';
import { IconCalendarOff, IconListDetails, IconPencil, IconPrinter, IconQrcode } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isAttendable } from '#models/contract/event-phase';
import { useLazyOpen } from '@/lib/use-lazy-open';
import type { ShownEvent } from '../events.store';
import css from './event-page.module.css';

const loadCancel = () => import('./cancel-dialog');
const CancelDialog = lazy(loadCancel);
const icon = { size: 17, stroke: 1.75, 'aria-hidden': true } as const;

/** Organisers' links: edit, attendees, check-in, poster, cancel. */
export function OrganiserLinks({ event }: { event: ShownEvent }) {
  const { t } = useTranslation('event');
  const { isOpen, open, close } = useLazyOpen(loadCancel);
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
      <Suspense>{isOpen && <CancelDialog event={event} onClose={close} />}</Suspense>
    </nav>
  );
}
