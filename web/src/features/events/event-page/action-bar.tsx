import { eventDate, eventTime } from '@/lib/format';
import { AttendButton } from '../attend-button';
import type { ShownEvent } from '../events.store';
import css from './event-page.module.css';
import { SeatsWords } from './seats-left';

/** On phones the main button is always at hand; the shell's bottom bar gives way to what says `data-action-bar`. */
export function ActionBar({ event }: { event: ShownEvent }) {
  return (
    <div className={css.bar} data-action-bar>
      <span className="grow">
        <b className="small cut">
          <SeatsWords event={event} />
        </b>
        <span className="micro dim cut">
          {eventDate(event.Date)} · {eventTime(event.Time)}
        </span>
      </span>
      <AttendButton event={event} size="md" />
    </div>
  );
}
