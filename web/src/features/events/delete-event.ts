import { deleteEvent } from '#models/contract/event-changes';
import { confirm } from '@/components/confirm';
import { api } from '@/lib/api';
import { failureText, reportFailure } from '@/lib/failures';
import { i18n } from '@/lib/i18n';
import { toast } from '@/lib/toasts';
import { events, type ShownEvent } from './events.store';

/**
 * Deletes an event after a confirmation and shows the outcome; a failure shows the server's message first. `leave` navigates
 * away before the event is removed. Resolves to whether it was deleted.
 */
export async function confirmDeletion({ ID, Title }: Pick<ShownEvent, 'ID' | 'Title'>, leave?: () => unknown): Promise<boolean> {
  const t = i18n.getFixedT(null, 'events');
  let isDeleted = false;
  const run = async () => {
    try {
      await api(deleteEvent, { event_id: ID });
      isDeleted = true;
    } catch (error) {
      reportFailure(error, failureText(error) || t('delete.failed'));
    }
  };
  await confirm({ title: t('delete.title'), text: t('delete.text', { title: Title }), busy: t('delete.busy'), danger: true, run });
  if (!isDeleted) return false;
  toast('success', t('delete.done'));
  await leave?.();
  events.remove(ID);
  return true;
}
