import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import { type Account, suspendUser } from '#models/contract/users';
import { BusyButton } from '@/components/busy-button';
import { closeDrafted } from '@/components/draft';
import { Textarea } from '@/components/fields';
import { Modal } from '@/components/modal';
import { api } from '@/lib/api';
import { useDraftText, writeDraftText } from '@/lib/drafts';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import { mergeAccount } from './accounts.store';
import css from './people.module.css';

/** Dialog to suspend an account with a reason, or to reinstate it. A failure keeps the typed reason. */
export default function SuspendDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation(['moderation', 'common']);
  const draft = `suspend:${account.ID}`;
  const reason = useDraftText(draft);
  // Fixed when the dialog opens, so that its texts do not change while it closes.
  const [suspended] = useState(account.Suspended_At === null);
  const { ID, Name: name } = account;
  const { run, isBusy } = useAction(async () => {
    const { data } = await api(suspendUser, { user_id: ID, suspended, reason: suspended ? reason.trim() : '' });
    mergeAccount(data);
    writeDraftText(draft, '');
    toast('success', t(suspended ? 'moderation:people.done' : 'moderation:people.letInDone', { name }));
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };
  const close = () => void closeDrafted(draft, onClose);
  const title = t(suspended ? 'moderation:people.suspendOf' : 'moderation:people.letInOf', { name });
  return (
    <Modal opened onClose={close} title={<span className="h2">{title}</span>} closeButtonProps={{ 'aria-label': t('common:close') }}>
      <form className={css.form} onSubmit={submit}>
        <p className="soft">{t(suspended ? 'moderation:people.suspendText' : 'moderation:people.letInText')}</p>
        {suspended && (
          <Textarea
            data-autofocus
            label={t('moderation:people.reason')}
            description={t('moderation:people.reasonHelp')}
            maxLength={lengths.reason}
            dir={reason ? 'auto' : undefined}
            value={reason}
            onChange={(event) => writeDraftText(draft, event.target.value)}
          />
        )}
        <div className={css.buttons}>
          <Button variant="default" onClick={close}>
            {t('common:cancel')}
          </Button>
          <BusyButton
            type="submit"
            busy={isBusy}
            busyLabel={t(suspended ? 'moderation:people.suspending' : 'moderation:people.lettingIn')}
            {...(suspended ? { color: 'rose' } : {})}
          >
            {t(suspended ? 'moderation:people.suspend' : 'moderation:people.letIn')}
          </BusyButton>
        </div>
      </form>
    </Modal>
  );
}
