import { eventDate, eventTime } from '@/lib/format';
import { AttendButton } from '../attend-button';
import type { ShownEvent } from '../events.store';
import css from './event-page.module.css';
import { SeatsText } from './seats-left';

/** Fixed bar with the main button on phones; `data-action-bar` hides the shell's bottom bar. */
export function ActionBar({ event }: { event: ShownEvent }) {
  return (
    <div className={css.bar} data-action-bar>
      <span className="grow">
        <b className="small cut">
          <SeatsText event={event} />
        </b>
        <span className="micro dim cut">
          {eventDate(event.Date)} · {eventTime(event.Time)}
        </span>
      </span>
      <AttendButton event={event} size="md" />
    </div>
  );
}
