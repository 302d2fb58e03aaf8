import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '#models/contract/define';
import { createSociety, type societyCategories } from '#models/contract/societies';
import { ApiError, api } from '@/lib/api';
import { cancelAndInvalidate } from '@/lib/query';
import { toastWhile } from '@/lib/toast-while';
import { faultsOfError, isNameTaken } from '../form/faults-of-error';
import type { SocietyFaults, SocietyValues } from '../form/society-values';
import { keys } from '../societies.queries';

/** Converts form values to the input of the call. */
const inputOf = (values: SocietyValues): InputOf<typeof createSociety> => ({
  name: values.name.trim(),
  description: values.description.trim(),
  category: values.category as (typeof societyCategories)[number],
  visibility: values.visibility,
  image: values.image.trim(),
  joinApproval: values.joinApproval,
  tags: values.tags,
  rules: values.rules.trim(),
  contactEmail: values.contactEmail.trim(),
  website: values.website.trim(),
});

/** Creates a society, with progress toasts. Returns its id, or the field errors of the server. */
export function useCreateSociety() {
  const { t } = useTranslation('create-society');
  const [isBusy, setBusy] = useState(false);
  // Repeats an unanswered request with the same idempotency key, so that it creates one society.
  const lastAttempt = useRef({ body: '', key: '' });
  const send = async (values: SocietyValues): Promise<{ id: string } | { faults: SocietyFaults }> => {
    const input = inputOf(values);
    const body = JSON.stringify(input);
    const key = lastAttempt.current.body === body ? lastAttempt.current.key : crypto.randomUUID();
    setBusy(true);
    try {
      const { data: id } = await toastWhile({
        id: 'society-create',
        loading: t('loading'),
        success: t('done'),
        // No toast for a taken name: the field shows it.
        failure: (error) => (isNameTaken(error) ? null : t('failed')),
        run: () => api(createSociety, input, { idempotencyKey: key }),
      });
      void cancelAndInvalidate(keys.own);
      return { id };
    } catch (error) {
      if (!(error instanceof ApiError && error.status > 0)) lastAttempt.current = { body, key };
      return { faults: faultsOfError(error) };
    } finally {
      setBusy(false);
    }
  };
  return { send, isBusy };
}
