import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createEvent } from '#models/contract/event-changes';
import { ApiError, api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { toast } from '@/lib/toasts';
import { type EventFaults, type EventValues, faultsFrom, inputOf } from './event-values';

/** The toast that says how it goes: the outcome stands where the loading text stood. */
const place = 'event-create';

/** Plans an event; answers its id, or what the server found wrong with the fields. It says itself how it goes. */
export function useCreateEvent(society: string) {
  const { t } = useTranslation('event-form');
  const [isBusy, setBusy] = useState(false);
  // The same event sent once more, because no answer came, is the same event.
  const unanswered = useRef({ body: '', key: '' });
  const send = async (values: EventValues): Promise<{ id: string } | { faults: EventFaults }> => {
    const input = { society_id: society, ...inputOf(values) };
    const body = JSON.stringify(input);
    const key = unanswered.current.body === body ? unanswered.current.key : crypto.randomUUID();
    setBusy(true);
    toast('info', t('create.loading'), { id: place });
    try {
      const { data: id } = await api(createEvent, input, { idempotencyKey: key });
      toast('success', t('create.done'), { id: place });
      return { id };
    } catch (error) {
      if (!(error instanceof ApiError && error.status > 0)) unanswered.current = { body, key };
      reportFailure(error, t('create.failed'), place);
      return { faults: error instanceof ApiError ? faultsFrom(error.fields) : {} };
    } finally {
      setBusy(false);
    }
  };
  return { send, isBusy };
}
