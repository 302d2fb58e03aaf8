import { deleteEvent } from '#models/contract/event-changes';
import { confirm } from '@/components/confirm';
import { api } from '@/lib/api';
import { failureText, reportFailure } from '@/lib/failures';
import { i18n } from '@/lib/i18n';
import { toast } from '@/lib/toasts';
import { events, type ShownEvent } from './events.store';

/**
 * Deletes an event after a confirmation and shows the outcome; a failure shows the server's message first. `leave` navigates
 * away before the event is removed.
 */
export async function confirmDeletion({ ID, Title }: Pick<ShownEvent, 'ID' | 'Title'>, leave?: () => unknown): Promise<void> {
  const t = i18n.getFixedT(null, 'events');
  const run = () =>
    api(deleteEvent, { event_id: ID }).catch((error: unknown) => {
      reportFailure(error, failureText(error) || t('delete.failed'));
      return false;
    });
  const texts = { title: t('delete.title'), text: t('delete.text', { title: Title }), busy: t('delete.busy') };
  if (!(await confirm({ ...texts, danger: true, run }))) return;
  toast('success', t('delete.done'));
  await leave?.();
  events.remove(ID);
}
