import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createEvent } from '#models/contract/event-changes';
import { ApiError, api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { toast } from '@/lib/toasts';
import { type EventFaults, type EventValues, faultsFrom, inputOf } from './event-values';

/** Toast id: the outcome replaces the loading text. */
const toastId = 'event-create';

/** Creates an event with toasts; resolves to its id, or to the server's field errors. */
export function useCreateEvent(society: string) {
  const { t } = useTranslation('event-form');
  const [isBusy, setBusy] = useState(false);
  // Reuse the idempotency key of an unanswered call, so a retry does not create a second event.
  const unanswered = useRef({ body: '', key: '' });
  const send = async (values: EventValues): Promise<{ id: string } | { faults: EventFaults }> => {
    const input = { society_id: society, ...inputOf(values) };
    const body = JSON.stringify(input);
    const key = unanswered.current.body === body ? unanswered.current.key : crypto.randomUUID();
    setBusy(true);
    toast('info', t('create.loading'), { id: toastId });
    try {
      const { data: id } = await api(createEvent, input, { idempotencyKey: key });
      toast('success', t('create.done'), { id: toastId });
      return { id };
    } catch (error) {
      if (!(error instanceof ApiError && error.status > 0)) unanswered.current = { body, key };
      reportFailure(error, t('create.failed'), toastId);
      return { faults: error instanceof ApiError ? faultsFrom(error.fields) : {} };
    } finally {
      setBusy(false);
    }
  };
  return { send, isBusy };
}
