import { IconCalendarPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { getCalendarFile } from '#models/contract/calendar-feeds';
import { DownloadButton } from '@/components/download-button';
import { api } from '@/lib/api';

/** Button that downloads the event as an iCalendar file. */
export function AddToCalendar({ eventId }: { eventId: string }) {
  const { t } = useTranslation('event');
  const fetchFile = async () => ['event.ics', 'text/calendar', (await api(getCalendarFile, { event_id: eventId })).data] as const;
  return (
    <DownloadButton
      variant="subtle"
      fullWidth
      busyLabel={t('actions.calendar')}
      leftSection={<IconCalendarPlus size={18} stroke={1.75} aria-hidden="true" />}
      fetchFile={fetchFile}
    >
      {t('actions.calendar')}
    </DownloadButton>
  );
}
