import { useTranslation } from 'react-i18next';
import { updateInfo } from '#models/contract/society-settings';
import { api, hasCode } from '@/lib/api';
import { toastWhile } from '@/lib/toast-while';
import { useAction } from '@/sync/mutations';
import { oneSociety, ownSocieties, societies } from '@/sync/societies';
import { faultsOfError } from '../form/faults-of-error';
import type { SocietyFaults } from '../form/society-values';
import { type Changes, patchOf, settingsOf } from './settings-values';

/** Saves the changes, with toasts; calls back with the field errors of the server. */
export function useSaveSettings(societyId: string, onFaults?: (faults: SocietyFaults) => unknown) {
  const { t } = useTranslation('society-settings');
  const work = async (changes: Changes) => {
    await toastWhile({
      id: 'society-update',
      loading: t('saving'),
      success: t('saved'),
      failure: (error) => (hasCode(error, 'name_taken') ? null : t('failed')),
      run: () => api(updateInfo, { society_id: societyId, ...settingsOf(changes) }),
    });
    const society = societies.get(societyId);
    if (society) societies.patch(societyId, patchOf(society, changes));
    void oneSociety.refetch(societyId);
    void ownSocieties.refetch();
  };
  const onError = (error: unknown) => {
    // A failure may mean that the society or the viewer's rights have changed.
    void oneSociety.refetch(societyId);
    onFaults?.(faultsOfError(error));
  };
  const { run: save, isBusy } = useAction(work, { failure: false, onError });
  return { save, isBusy };
}
