import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '@/components/fields';
import { FormDialog } from '@/components/form-dialog';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import { refetchIfStale, removeFromSociety } from './change-member';
import type { ShownMember } from './members.store';

interface RemoveDialogProps {
  societyId: string;
  member: ShownMember;
  onClose: () => void;
  onRemoved: () => void;
}

/** Confirms the removal of a member, with the choice to ban them. */
export default function RemoveDialog({ societyId, member, onClose, onRemoved }: RemoveDialogProps) {
  const { t } = useTranslation(['members', 'common']);
  const [isForGood, setForGood] = useState(false);
  const name = member.Name || t('common:unknownUser');
  const remove = async () => {
    await removeFromSociety(societyId, member, isForGood);
    toast('success', t('members:remove.done'));
    onRemoved();
  };
  const { run, isBusy } = useAction(remove, {
    failure: t('members:remove.failed'),
    onError: (error) => refetchIfStale(societyId, error),
  });
  return (
    <FormDialog
      title={t('members:remove.title', { name })}
      action={t('members:remove.action')}
      busyLabel={t('members:remove.busy')}
      isBusy={isBusy}
      danger
      isFirst
      onSubmit={() => void run()}
      onClose={onClose}
    >
      <p className="soft">{t('members:remove.text')}</p>
      <Checkbox
        label={t('members:remove.ban')}
        checked={isForGood}
        disabled={isBusy}
        onChange={(event) => setForGood(event.target.checked)}
      />
    </FormDialog>
  );
}
