import { useTranslation } from 'react-i18next';
import { createEvent } from '#models/contract/event-changes';
import { createSeries } from '#models/contract/event-series';
import { api, fieldErrorsOf } from '@/lib/api';
import { formatNumber } from '@/lib/format';
import { toastWhile } from '@/lib/toast-while';
import { useIdempotencyKey } from '@/sync/idempotency-key';
import { useAction } from '@/sync/mutations';
import { type EventFaults, type EventValues, faultsFrom, inputOf } from './event-values';
import { repeatOf } from './repeat-values';

/** Creates an event or a series with toasts; calls `onFaults` with the server's field errors. */
export function useCreateEvent(society_id: string, onFaults: (faults: EventFaults) => void) {
  const { t } = useTranslation('event-form');
  const once = useIdempotencyKey();
  return useAction(
    async (values: EventValues) => {
      const input = { society_id, ...inputOf(values) };
      const repeat = repeatOf(values);
      /** Resolves to the number of events. */
      const create = async (): Promise<number> => {
        if (!repeat) return once(input, (idempotencyKey) => api(createEvent, input, { idempotencyKey })).then(() => 1);
        const series = { ...input, repeat };
        const { data } = await once(series, (idempotencyKey) => api(createSeries, series, { idempotencyKey }));
        return data.event_ids.length;
      };
      await toastWhile({
        id: 'event-create',
        loading: t('create.loading'),
        success: (count) => (repeat ? t('create.doneSeries', { count, n: formatNumber(count) }) : t('create.done')),
        failure: t('create.failed'),
        run: create,
      });
    },
    { failure: false, onError: (error) => onFaults(faultsFrom(fieldErrorsOf(error))) },
  );
}
