import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '@/components/modal';
import { eventTime, longDate } from '@/lib/format';
import type { ShownEvent } from '../events.store';
import { AddToCalendar } from './add-to-calendar';
import css from './event-page.module.css';

interface TicketDialogProps {
  event: ShownEvent;
  ticket: ReactNode;
  onClose: () => void;
}

/** The viewer's ticket with the time of the event and its calendar file. Opens after attending. */
export default function TicketDialog({ event: { ID, Title, Date: date, Time }, ticket, onClose }: TicketDialogProps) {
  const { t } = useTranslation('event');
  return (
    <Modal title={t('going.title')} onClose={onClose}>
      <div className={css.moment}>
        <div className={css.momentHead}>
          <b>
            <bdi>{Title || t('noTitle')}</bdi>
          </b>
          <p className="small soft">
            {longDate(date)} · {eventTime(Time)}
          </p>
        </div>
        {ticket}
        <AddToCalendar eventId={ID} />
        <Button size="md" data-autofocus onClick={onClose}>
          {t('going.done')}
        </Button>
      </div>
    </Modal>
  );
}
