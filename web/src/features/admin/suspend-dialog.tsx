import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import { type Account, suspendUser } from '#models/contract/users';
import { DraftArea } from '@/components/draft-area';
import { FormDialog } from '@/components/form-dialog';
import { api } from '@/lib/api';
import { useDraftText, writeDraftText } from '@/lib/drafts';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import { accounts } from './accounts.store';

/** Dialog to suspend an account with a reason, or to reinstate it. A failure keeps the typed reason. */
export default function SuspendDialog({ account: { ID, Name: name, Suspended_At }, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation('moderation');
  const draft = `suspend:${ID}`;
  const reason = useDraftText(draft);
  // Fixed when the dialog opens, so that its texts do not change while it closes.
  const [suspended] = useState(Suspended_At === null);
  const { run, isBusy } = useAction(async () => {
    const { data } = await api(suspendUser, { user_id: ID, suspended, reason: suspended ? reason.trim() : '' });
    accounts.merge([data]);
    writeDraftText(draft, '');
    toast('success', t(suspended ? 'people.done' : 'people.letInDone', { name }));
    onClose();
  });
  return (
    <FormDialog
      title={t(suspended ? 'people.suspendOf' : 'people.letInOf', { name })}
      draft={draft}
      action={t(suspended ? 'people.suspend' : 'people.letIn')}
      busyLabel={t(suspended ? 'people.suspending' : 'people.lettingIn')}
      isBusy={isBusy}
      danger={suspended}
      onSubmit={() => void run()}
      onClose={onClose}
    >
      <p className="soft">{t(suspended ? 'people.suspendText' : 'people.letInText')}</p>
      {suspended && (
        <DraftArea
          data-autofocus
          draft={draft}
          label={t('people.reason')}
          description={t('people.reasonHelp')}
          maxLength={lengths.reason}
        />
      )}
    </FormDialog>
  );
}
