import { useTranslation } from 'react-i18next';
import type { InputOf } from '#models/contract/define';
import { createSociety } from '#models/contract/society-creation';
import { api, hasCode } from '@/lib/api';
import { toastWhile } from '@/lib/toast-while';
import { useIdempotencyKey } from '@/sync/idempotency-key';
import { useAction } from '@/sync/mutations';
import { ownSocieties } from '@/sync/societies';
import { faultsOfError } from '../form/faults-of-error';
import { type SocietyFaults, type SocietyValues, tidy } from '../form/society-values';

/** Converts form values to the input of the call. */
const inputOf = (values: SocietyValues) =>
  Object.fromEntries(Object.keys(createSociety.input.shape).map((name) => [name, tidy(values[name as keyof SocietyValues])])) as InputOf<
    typeof createSociety
  >;

interface Outcome {
  onCreated: (id: string) => unknown;
  /** Called with the field errors of the server. */
  onFaults: (faults: SocietyFaults) => void;
}

/** Creates a society, with progress toasts. */
export function useCreateSociety({ onCreated, onFaults }: Outcome) {
  const { t } = useTranslation('create-society');
  const withKey = useIdempotencyKey();
  const create = async (values: SocietyValues) => {
    const input = inputOf(values);
    const { data: id } = await toastWhile({
      id: 'society-create',
      loading: t('loading'),
      success: t('done'),
      // No toast for a taken name: the field shows it.
      failure: (error) => (hasCode(error, 'name_taken') ? null : t('failed')),
      run: () => withKey(input, (idempotencyKey) => api(createSociety, input, { idempotencyKey })),
    });
    void ownSocieties.refetch();
    onCreated(id);
  };
  return useAction(create, { failure: false, onError: (error) => onFaults(faultsOfError(error)) });
}
