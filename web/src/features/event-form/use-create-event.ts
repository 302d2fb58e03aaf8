import { useTranslation } from 'react-i18next';
import { createEvent } from '#models/contract/event-changes';
import { api, fieldErrorsOf } from '@/lib/api';
import { toastWhile } from '@/lib/toast-while';
import { useIdempotencyKey } from '@/sync/idempotency-key';
import { useAction } from '@/sync/mutations';
import { type EventFaults, type EventValues, faultsFrom, inputOf } from './event-values';

/** Creates an event with toasts; calls `onFaults` with the server's field errors. */
export function useCreateEvent(society_id: string, onFaults: (faults: EventFaults) => void) {
  const { t } = useTranslation('event-form');
  const once = useIdempotencyKey();
  return useAction(
    async (values: EventValues) => {
      const input = { society_id, ...inputOf(values) };
      await toastWhile({
        id: 'event-create',
        loading: t('create.loading'),
        success: t('create.done'),
        failure: t('create.failed'),
        run: () => once(input, (idempotencyKey) => api(createEvent, input, { idempotencyKey })),
      });
    },
    { failure: false, onError: (error) => onFaults(faultsFrom(fieldErrorsOf(error))) },
  );
}
