import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import { type RemovedSociety, restoreSociety } from '#models/contract/society-removal';
import { BusyButton } from '@/components/busy-button';
import { TextInput } from '@/components/fields';
import { Modal } from '@/components/modal';
import { ApiError, api, fieldErrorsOf, hasCode } from '@/lib/api';
import { failureText, fieldText } from '@/lib/failures';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import css from './removed.module.css';
import { refetchRemoved } from './removed.store';

/** Error text of the name; '' for other errors. */
const nameFault = (error: unknown): string =>
  hasCode(error, 'name_taken') ? failureText(error) : fieldText(fieldErrorsOf(error).name ?? '');

/** Confirms restoring a society, under another name if its own is taken by now. */
export default function RestoreDialog({ society: { ID, Name }, onClose }: { society: RemovedSociety; onClose: () => void }) {
  const { t } = useTranslation(['removed-societies', 'common']);
  const [name, setName] = useState(Name);
  const [fault, setFault] = useState('');
  const [isTaken, setTaken] = useState(false);
  const restore = async () => {
    const { data } = await api(restoreSociety, { society_id: ID, ...(isTaken && { name: name.trim() }) });
    toast('success', t('removed-societies:done', { name: data.Name }));
    onClose();
    await refetchRemoved();
  };
  const showFailure = (error: unknown) => {
    const found = nameFault(error);
    setFault(found);
    setTaken((was) => was || found !== '');
    // The society may have expired, or another admin restored it.
    if (error instanceof ApiError && error.status === 404) void refetchRemoved();
  };
  const { run, isBusy } = useAction(restore, { failure: (error) => (nameFault(error) ? false : undefined), onError: showFailure });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };
  return (
    <Modal
      opened
      onClose={() => !isBusy && onClose()}
      title={<span className="h2">{t('removed-societies:question', { name: Name })}</span>}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form className={css.form} noValidate onSubmit={submit}>
        <p className="soft">{t('removed-societies:effect')}</p>
        {isTaken && (
          <TextInput
            autoFocus
            label={t('removed-societies:name')}
            description={t('removed-societies:nameHelp')}
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
        <div className={css.buttons}>
          <Button variant="default" disabled={isBusy} onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <BusyButton type="submit" data-autofocus={!isTaken || undefined} busy={isBusy} busyLabel={t('removed-societies:restoring')}>
            {t('removed-societies:restore')}
          </BusyButton>
        </div>
      </form>
    </Modal>
  );
}
