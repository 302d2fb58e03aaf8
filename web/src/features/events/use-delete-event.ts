import { useTranslation } from 'react-i18next';
import { deleteEvent } from '#models/contract/event-changes';
import { confirm } from '@/components/confirm';
import { ApiError, api } from '@/lib/api';
import { failureText, reportFailure } from '@/lib/failures';
import { toast } from '@/lib/toasts';
import { events, type ShownEvent } from './events.store';

/** The server's own words come first, where it has answered. */
const serverWords = (error: unknown): string => (error instanceof ApiError && error.status > 0 ? failureText(error) : '');

/** Asks, and deletes: the event goes from every list; answers whether it is gone. */
export function useDeleteEvent(): (event: Pick<ShownEvent, 'ID' | 'Title'>) => Promise<boolean> {
  const { t } = useTranslation('events');
  return async ({ ID, Title }) => {
    let isGone = false;
    const run = async () => {
      try {
        await api(deleteEvent, { event_id: ID });
        isGone = true;
      } catch (error) {
        reportFailure(error, serverWords(error) || t('delete.failed'));
      }
    };
    await confirm({ title: t('delete.action'), text: t('delete.text', { title: Title }), danger: true, busy: t('delete.busy'), run });
    if (!isGone) return false;
    events.remove(ID);
    toast('success', t('delete.done'));
    return true;
  };
}
