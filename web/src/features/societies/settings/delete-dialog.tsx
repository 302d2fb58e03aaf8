import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Society } from '#models/contract/societies';
import { deleteSociety, restorableDays } from '#models/contract/society-removal';
import { DestructiveDialog } from '@/components/destructive-dialog';
import { TextInput } from '@/components/fields';
import { ApiError, api } from '@/lib/api';
import { dropDraft } from '@/lib/drafts';
import { failureText, reportFailure } from '@/lib/failures';
import { cancelAndInvalidate } from '@/lib/query';
import { noteOwnAction } from '@/lib/recent-own-actions';
import { toast } from '@/lib/toasts';
import { keys } from '../societies.queries';
import { societies } from '../societies.store';

const isSameName = (typed: string, name: string): boolean => typed.trim().normalize('NFC') === name.trim().normalize('NFC');

/** Returns a function that deletes the society and leaves its page; it returns the error of the typed name, if any. */
function useDelete({ ID, Name }: Society) {
  const { t } = useTranslation('society-settings');
  const navigate = useNavigate();
  return async (): Promise<string> => {
    noteOwnAction(ID);
    try {
      await api(deleteSociety, { society_id: ID, confirm: Name });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'wrong_confirmation') return failureText(error);
      reportFailure(error);
      return '';
    }
    dropDraft(`society:${ID}`);
    await navigate('/societies', { replace: true });
    societies.drop(ID);
    for (const key of [keys.own, keys.list, keys.statistics]) void cancelAndInvalidate(key);
    toast('success', t('danger.deleted', { name: Name }), { id: `removed-${ID}` });
    return '';
  };
}

/** Confirms the deletion by the typed name of the society. */
export default function DeleteDialog({ society, onClose }: { society: Society; onClose: () => void }) {
  const { t } = useTranslation('society-settings');
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const remove = useDelete(society);
  const submit = async () => {
    setBusy(true);
    setError(await remove());
    setBusy(false);
  };
  return (
    <DestructiveDialog
      title={t('danger.confirm')}
      action={t('danger.forever')}
      busyLabel={t('danger.busy')}
      isBusy={isBusy}
      isDisabled={!isSameName(typed, society.Name)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p className="soft">{t('danger.question')}</p>
      <p className="small dim">{t('danger.restorable', { count: restorableDays })}</p>
      <TextInput
        data-autofocus
        name="confirm"
        autoComplete="off"
        dir={typed ? 'auto' : undefined}
        label={<bdi>{t('danger.type', { name: society.Name })}</bdi>}
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setError('');
        }}
      />
    </DestructiveDialog>
  );
}
