import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { checkIn } from '#models/contract/check-in';
import { BusyButton } from '@/components/busy-button';
import { PersonRow } from '@/components/person-row';
import { SideCard } from '@/components/side-card';
import { api } from '@/lib/api';
import { timeOfDay } from '@/lib/time-of-day';
import { useAction } from '@/sync/mutations';
import css from './attendees.module.css';
import { type AttendeeEntity, applyCheckIn, useAttendees } from './attendees.store';

function UnconfirmedRow({ eventId, row }: { eventId: string; row: AttendeeEntity }) {
  const { t } = useTranslation(['check-in', 'common']);
  const { isBusy, busyWith, run } = useAction(async (undo: boolean) =>
    applyCheckIn(eventId, (await api(checkIn, { event_id: eventId, user_id: row.ID, undo })).data),
  );
  const name = row.Name || t('common:unknownUser');
  const note = row.Claimed_At ? t('check-in:unconfirmed.at', { time: timeOfDay(row.Claimed_At) }) : '';
  const button = (undo: boolean) => {
    const word = undo ? 'dismiss' : 'confirm';
    return (
      <BusyButton
        variant={undo ? 'subtle' : 'light'}
        size="sm"
        className={css.act ?? ''}
        busy={isBusy && busyWith === undo}
        busyLabel={t(`check-in:unconfirmed.${word}`)}
        leftSection={undo ? undefined : <IconCheck size={17} stroke={2} aria-hidden="true" />}
        aria-label={t(`check-in:unconfirmed.${word}Of`, { name })}
        onClick={() => void run(undo)}
      >
        {t(`check-in:unconfirmed.${word}`)}
      </BusyButton>
    );
  };
  return (
    <li className={css.row}>
      <PersonRow id={row.ID} name={row.Name} image={row.Image} size={36} note={note}>
        {button(false)}
        {button(true)}
      </PersonRow>
    </li>
  );
}

/** People whose phone was offline when they scanned the door screen, to confirm in one press; nothing while there are none. */
export function Unconfirmed({ eventId }: { eventId: string }) {
  const { t } = useTranslation('check-in');
  const { items } = useAttendees(eventId, 'unconfirmed');
  if (items.length === 0) return null;
  return (
    <SideCard title={t('unconfirmed.title')}>
      <p className="small soft">{t('unconfirmed.text')}</p>
      <ul className={css.rows} aria-label={t('unconfirmed.title')}>
        {items.map((row) => (
          <UnconfirmedRow key={row.key} eventId={eventId} row={row} />
        ))}
      </ul>
    </SideCard>
  );
}
