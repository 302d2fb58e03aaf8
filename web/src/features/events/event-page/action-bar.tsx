import { Button } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Excerpt } from '@/components/excerpt';
import { eventTime, shortDate } from '@/lib/format';
import { AttendButton } from '../attend-button';
import { useViewerStanding } from '../attendance';
import type { ShownEvent } from '../events.store';
import css from './event-page.module.css';
import { FreeSeats } from './seats-left';

interface ActionBarProps {
  event: ShownEvent;
  /** Opens the viewer's ticket. */
  openTicket: () => void;
}

/** Bar with the main button on phones. Rests above the bottom navigation; at the end of the page it has a place of its own. */
export function ActionBar({ event, openTicket }: ActionBarProps) {
  const { t } = useTranslation('event');
  const { attendance } = useViewerStanding(event);
  return (
    <div className={css.bar}>
      {attendance === 'attending' ? (
        <span className="grow">
          <Button
            variant="subtle"
            size="md"
            aria-haspopup="dialog"
            leftSection={<IconTicket size={18} stroke={1.75} aria-hidden="true" />}
            onClick={openTicket}
          >
            {t('going.ticket')}
          </Button>
        </span>
      ) : (
        <span className={`grow ${css.barText}`}>
          <Excerpt as="b" isSentence className="small">
            <FreeSeats event={event} />
          </Excerpt>
          <Excerpt isSentence className="micro dim">
            {shortDate(event.Date)} · {eventTime(event.Time)}
          </Excerpt>
        </span>
      )}
      <AttendButton event={event} size="md" onSeat={openTicket} />
    </div>
  );
}
