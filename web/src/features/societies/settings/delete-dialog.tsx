import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Society } from '#models/contract/societies';
import { deleteSociety, restorableDays } from '#models/contract/society-removal';
import { TextInput } from '@/components/fields';
import { FormDialog } from '@/components/form-dialog';
import { api, hasCode } from '@/lib/api';
import { dropDraft } from '@/lib/drafts';
import { failureText } from '@/lib/failures';
import { noteOwnAction } from '@/lib/recent-own-actions';
import { toast } from '@/lib/toasts';
import { refetchAccess } from '@/sync/access';
import { useAction } from '@/sync/mutations';
import { societies } from '@/sync/societies';

const isSameName = (typed: string, name: string): boolean => typed.trim().normalize('NFC') === name.trim().normalize('NFC');

/** Returns a function that deletes the society and leaves its page. */
function useDelete({ ID, Name }: Society) {
  const { t } = useTranslation('society-settings');
  const navigate = useNavigate();
  return async (): Promise<void> => {
    noteOwnAction(ID);
    await api(deleteSociety, { society_id: ID, confirm: Name });
    dropDraft(`society:${ID}`);
    await navigate('/societies', { replace: true });
    societies.drop(ID);
    void refetchAccess();
    toast('success', t('danger.deleted', { name: Name }), { id: `removed-${ID}` });
  };
}

const isWrongName = (error: unknown): boolean => hasCode(error, 'wrong_confirmation');

/** Confirms the deletion by the typed name of the society. */
export default function DeleteDialog({ society, onClose }: { society: Society; onClose: () => void }) {
  const { t } = useTranslation('society-settings');
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  const { run: submit, isBusy } = useAction(useDelete(society), {
    failure: (failed) => (isWrongName(failed) ? false : undefined),
    onError: (failed) => isWrongName(failed) && setError(failureText(failed)),
  });
  return (
    <FormDialog
      danger
      icon={<IconTrash size={17} aria-hidden="true" />}
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
    </FormDialog>
  );
}
