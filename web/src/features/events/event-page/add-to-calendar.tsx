import { IconCalendarPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getCalendarFile } from '#models/contract/calendar-feeds';
import { BusyButton } from '@/components/busy-button';
import { api } from '@/lib/api';
import { saveFile } from '@/lib/download';
import { reportFailure } from '@/lib/failures';

/** Hands the event over as a calendar file, which every calendar takes. */
export function AddToCalendar({ eventId }: { eventId: string }) {
  const { t } = useTranslation('event');
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    try {
      const { data } = await api(getCalendarFile, { event_id: eventId });
      saveFile('event.ics', 'text/calendar', data);
    } catch (error) {
      reportFailure(error);
    }
    setBusy(false);
  };
  return (
    <BusyButton
      variant="subtle"
      fullWidth
      busy={isBusy}
      busyLabel={t('actions.calendar')}
      leftSection={<IconCalendarPlus size={18} stroke={1.75} aria-hidden="true" />}
      onClick={() => void add()}
    >
      {t('actions.calendar')}
    </BusyButton>
  );
}
