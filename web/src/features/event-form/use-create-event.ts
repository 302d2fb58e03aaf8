import { useTranslation } from 'react-i18next';
import { createEvent } from '#models/contract/event-changes';
import { api, fieldErrorsOf } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { toast } from '@/lib/toasts';
import { useIdempotencyKey } from '@/sync/idempotency-key';
import { useAction } from '@/sync/mutations';
import { type EventFaults, type EventValues, faultsFrom, inputOf } from './event-values';

/** Toast id: the outcome replaces the loading text. */
const toastId = 'event-create';

/** Creates an event with toasts; calls `onFaults` with the server's field errors. */
export function useCreateEvent(society_id: string, onFaults: (faults: EventFaults) => void) {
  const { t } = useTranslation('event-form');
  const once = useIdempotencyKey();
  return useAction(
    async (values: EventValues) => {
      const input = { society_id, ...inputOf(values) };
      toast('info', t('create.loading'), { id: toastId });
      await once(input, (idempotencyKey) => api(createEvent, input, { idempotencyKey }));
      toast('success', t('create.done'), { id: toastId });
    },
    {
      failure: false,
      onError: (error) => {
        reportFailure(error, t('create.failed'), toastId);
        onFaults(faultsFrom(fieldErrorsOf(error)));
      },
    },
  );
}
