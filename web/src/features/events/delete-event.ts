import { deleteEvent } from '#models/contract/event-changes';
import { confirm } from '@/components/confirm';
import { api } from '@/lib/api';
import { failureText, reportFailure } from '@/lib/failures';
import { i18n } from '@/lib/i18n';
import { toast } from '@/lib/toasts';
import { events, type ShownEvent } from './events.store';

/**
 * Asks, deletes an event, and says how it went: the server's own words come first where it did not. `leave` goes away from
 * what shows it, before it is gone. Answers whether it is.
 */
export async function removeEvent({ ID, Title }: Pick<ShownEvent, 'ID' | 'Title'>, leave?: () => unknown): Promise<boolean> {
  const t = i18n.getFixedT(null, 'events');
  let isGone = false;
  const run = async () => {
    try {
      await api(deleteEvent, { event_id: ID });
      isGone = true;
    } catch (error) {
      reportFailure(error, failureText(error) || t('delete.failed'));
    }
  };
  await confirm({ title: t('delete.title'), text: t('delete.text', { title: Title }), busy: t('delete.busy'), danger: true, run });
  if (!isGone) return false;
  toast('success', t('delete.done'));
  await leave?.();
  events.remove(ID);
  return true;
}
