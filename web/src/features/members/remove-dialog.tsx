import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '@/components/busy-button';
import { Checkbox } from '@/components/fields';
import { Modal } from '@/components/modal';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import { refetchIfStale, removeFromSociety } from './change-member';
import css from './members.module.css';
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
    <Modal
      opened
      onClose={() => !isBusy && onClose()}
      title={<span className="h2">{t('members:remove.title', { name })}</span>}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={css.form}>
        <p className="soft">{t('members:remove.text')}</p>
        <Checkbox
          label={t('members:remove.ban')}
          checked={isForGood}
          disabled={isBusy}
          onChange={(event) => setForGood(event.target.checked)}
        />
        <div className={css.buttons}>
          <Button variant="default" disabled={isBusy} onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <BusyButton color="rose" data-autofocus busy={isBusy} busyLabel={t('members:remove.busy')} onClick={() => void run()}>
            {t('members:remove.action')}
          </BusyButton>
        </div>
      </div>
    </Modal>
  );
}
