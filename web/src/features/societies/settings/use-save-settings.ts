import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { updateInfo } from '#models/contract/society-settings';
import { api } from '@/lib/api';
import { cancelAndInvalidate } from '@/lib/query';
import { toastWhile } from '@/lib/toast-while';
import { faultsOfError, isNameTaken } from '../form/faults-of-error';
import type { SocietyFaults } from '../form/society-values';
import { keys } from '../societies.queries';
import { societies } from '../societies.store';
import { type Changes, patchOf, settingsOf } from './settings-values';

/** Saves the changes, with toasts. Returns the field errors of the server. */
export function useSaveSettings(societyId: string) {
  const { t } = useTranslation('society-settings');
  const [isBusy, setBusy] = useState(false);
  const save = async (changes: Changes): Promise<SocietyFaults> => {
    setBusy(true);
    try {
      await toastWhile({
        id: 'society-update',
        loading: t('saving'),
        success: t('saved'),
        failure: (error) => (isNameTaken(error) ? null : t('failed')),
        run: () => api(updateInfo, { society_id: societyId, ...settingsOf(changes) }),
      });
      const society = societies.get(societyId);
      if (society) societies.patch(societyId, patchOf(society, changes));
      void cancelAndInvalidate(keys.own);
      return {};
    } catch (error) {
      return faultsOfError(error);
    } finally {
      // Refetch after failures too: they may mean that the society or the viewer's rights have changed.
      void cancelAndInvalidate(keys.info(societyId));
      setBusy(false);
    }
  };
  return { save, isBusy };
}
