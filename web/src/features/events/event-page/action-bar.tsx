import { useTranslation } from 'react-i18next';
import { eventDate, eventTime } from '@/lib/format';
import type { ShownEvent } from '../events.store';
import { AttendButton } from './attend-button';
import css from './event-page.module.css';
import { SeatsWords } from './seats-left';

/** On phones the main button is always at hand; the shell's bottom bar gives way to what says `data-action-bar`. */
export function ActionBar({ event }: { event: ShownEvent }) {
  const { t } = useTranslation('event');
  return (
    <section className={css.bar} data-action-bar aria-label={t('actions.title')}>
      <span className="grow">
        <b className="small cut">
          <SeatsWords event={event} />
        </b>
        <span className="micro dim cut">
          {eventDate(event.Date)} · {eventTime(event.Time)}
        </span>
      </span>
      <AttendButton event={event} />
    </section>
  );
}
