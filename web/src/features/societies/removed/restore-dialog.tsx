import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import { type RemovedSociety, restoreSociety } from '#models/contract/society-removal';
import { TextInput } from '@/components/fields';
import { FormDialog } from '@/components/form-dialog';
import { ApiError, api, fieldErrorsOf, hasCode } from '@/lib/api';
import { failureText, fieldText } from '@/lib/failures';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import { removedList } from './removed.store';

/** Error text of the name; '' for other errors. */
const nameFault = (error: unknown): string =>
  hasCode(error, 'name_taken') ? failureText(error) : fieldText(fieldErrorsOf(error).name ?? '');

/** Confirms restoring a society, under another name if its own is taken by now. */
export default function RestoreDialog({ society: { ID, Name }, onClose }: { society: RemovedSociety; onClose: () => void }) {
  const { t } = useTranslation('removed-societies');
  const [name, setName] = useState(Name);
  const [fault, setFault] = useState('');
  const [isTaken, setTaken] = useState(false);
  const restore = async () => {
    const { data } = await api(restoreSociety, { society_id: ID, ...(isTaken && { name: name.trim() }) });
    toast('success', t('done', { name: data.Name }));
    onClose();
    await removedList.refetch();
  };
  const showFailure = (error: unknown) => {
    const found = nameFault(error);
    setFault(found);
    setTaken((was) => was || found !== '');
    // The society may have expired, or another admin restored it.
    if (error instanceof ApiError && error.status === 404) void removedList.refetch();
  };
  const { run, isBusy } = useAction(restore, { failure: (error) => (nameFault(error) ? false : undefined), onError: showFailure });
  return (
    <FormDialog
      title={t('question', { name: Name })}
      action={t('restore')}
      busyLabel={t('restoring')}
      isBusy={isBusy}
      isFirst={!isTaken}
      onSubmit={() => void run()}
      onClose={onClose}
    >
      <p className="soft">{t('effect')}</p>
      {isTaken && (
        <TextInput
          autoFocus
          label={t('name')}
          description={t('nameHelp')}
          maxLength={lengths.name}
          dir="auto"
          autoComplete="off"
          value={name}
          error={fault}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setFault('');
          }}
        />
      )}
    </FormDialog>
  );
}
