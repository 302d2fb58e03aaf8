import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { updateInfo } from '#models/contract/society-settings';
import { api } from '@/lib/api';
import { cancelAndInvalidate } from '@/lib/query';
import { toastWhile } from '@/lib/toast-while';
import { faultsOfAnswer, isNameTaken } from '../form/faults-of-answer';
import type { SocietyFaults } from '../form/society-values';
import { keys } from '../societies.queries';
import { societies } from '../societies.store';
import { type Changes, patchOf, settingsOf } from './settings-values';

/** Saves what changed, and says how it goes; answers what the server found wrong with the fields. */
export function useSave(societyId: string) {
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
      const known = societies.get(societyId);
      if (known) societies.patch(societyId, patchOf(known, changes));
      void cancelAndInvalidate(keys.own);
      return {};
    } catch (error) {
      return faultsOfAnswer(error);
    } finally {
      // What one may do here, and how it stands now, is the server's to say.
      void cancelAndInvalidate(keys.info(societyId));
      setBusy(false);
    }
  };
  return { save, isBusy };
}
