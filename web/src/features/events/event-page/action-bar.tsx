import { Excerpt } from '@/components/excerpt';
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
        <Excerpt as="b" isSentence className="small">
          <SeatsText event={event} />
        </Excerpt>
        <Excerpt isSentence className="micro dim">
          {eventDate(event.Date)} · {eventTime(event.Time)}
        </Excerpt>
      </span>
      <AttendButton event={event} size="md" />
    </div>
  );
}
