import { IconCheck, IconCircleCheckFilled } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { checkIn } from '#models/contract/check-in';
import { BusyButton } from '@/components/busy-button';
import { PersonRow } from '@/components/person-row';
import { TimeAgo } from '@/components/time-ago';
import { api } from '@/lib/api';
import { useUser } from '@/lib/session';
import { timeOfDay } from '@/lib/time-of-day';
import { useAction } from '@/sync/mutations';
import css from './attendees.module.css';
import { type AttendeeEntity, applyCheckIn } from './attendees.store';

function Note({ row }: { row: AttendeeEntity }) {
  const { t } = useTranslation('check-in');
  const me = useUser();
  const { Checked_In_At: since, Checked_In_By: by, waiting_position: place } = row;
  if (since) {
    const words = by === me?.ID ? 'attendees.inByMe' : 'attendees.in';
    return (
      <span className={css.in}>
        <IconCircleCheckFilled size={16} aria-hidden="true" />
        {t(words, { time: timeOfDay(since) })}
      </span>
    );
  }
  if (place !== null) return <>{t('attendees.place', { place })}</>;
  return (
    <>
      {t('attendees.signedUp')} <TimeAgo time={row.At} />
    </>
  );
}

/** Row of one attendee, with a check-in button. */
export const AttendeeRow = memo(function AttendeeRow({ eventId, row }: { eventId: string; row: AttendeeEntity }) {
  const { t } = useTranslation(['check-in', 'common']);
  const isIn = row.Checked_In_At !== null;
  const { isBusy, run } = useAction(async () =>
    applyCheckIn(eventId, (await api(checkIn, { event_id: eventId, user_id: row.ID, undo: isIn })).data),
  );
  const name = row.Name || t('common:unknownUser');
  return (
    <li className={css.row} data-in={isIn || undefined}>
      <PersonRow id={row.ID} name={row.Name} image={row.Image} size={44} note={<Note row={row} />}>
        {row.attendance === 'attending' && (
          <BusyButton
            variant={isIn ? 'subtle' : 'light'}
            size="sm"
            className={css.act ?? ''}
            busy={isBusy}
            busyLabel={isIn ? t('check-in:attendees.undo') : t('check-in:attendees.checkIn')}
            leftSection={isIn ? undefined : <IconCheck size={17} stroke={2} aria-hidden="true" />}
            aria-label={isIn ? t('check-in:attendees.undoOf', { name }) : t('check-in:attendees.checkInOf', { name })}
            onClick={() => void run()}
          >
            {isIn ? t('check-in:attendees.undo') : t('check-in:attendees.checkIn')}
          </BusyButton>
        )}
      </PersonRow>
    </li>
  );
});
