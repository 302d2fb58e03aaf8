import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '#models/contract/define';
import { createSociety, type societyCategories } from '#models/contract/societies';
import { ApiError, api } from '@/lib/api';
import { cancelAndInvalidate } from '@/lib/query';
import { toastWhile } from '@/lib/toast-while';
import { faultsOfAnswer, isNameTaken } from '../form/faults-of-answer';
import type { SocietyFaults, SocietyValues } from '../form/society-values';
import { keys } from '../societies.queries';

/** What is sent of the form. */
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

/** Makes a society; answers its id, or what the server found wrong with the fields. It says itself how it goes. */
export function useCreateSociety() {
  const { t } = useTranslation('create-society');
  const [isBusy, setBusy] = useState(false);
  // The same society sent once more, because no answer came, is the same society.
  const unanswered = useRef({ body: '', key: '' });
  const send = async (values: SocietyValues): Promise<{ id: string } | { faults: SocietyFaults }> => {
    const input = inputOf(values);
    const body = JSON.stringify(input);
    const key = unanswered.current.body === body ? unanswered.current.key : crypto.randomUUID();
    setBusy(true);
    try {
      const { data: id } = await toastWhile({
        id: 'society-create',
        loading: t('loading'),
        success: t('done'),
        // A taken name is said at the name, and only there.
        failure: (error) => (isNameTaken(error) ? null : t('failed')),
        run: () => api(createSociety, input, { idempotencyKey: key }),
      });
      void cancelAndInvalidate(keys.own);
      return { id };
    } catch (error) {
      if (!(error instanceof ApiError && error.status > 0)) unanswered.current = { body, key };
      return { faults: faultsOfAnswer(error) };
    } finally {
      setBusy(false);
    }
  };
  return { send, isBusy };
}
