import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '@/components/busy-button';
import { Checkbox } from '@/components/fields';
import { Modal } from '@/components/modal';
import { toast } from '@/lib/toasts';
import { removeFromSociety } from './change-member';
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
  const [isBusy, setBusy] = useState(false);
  const name = member.Name || t('common:unknownUser');
  const run = async () => {
    setBusy(true);
    const isDone = await removeFromSociety(societyId, member, isForGood, t('members:remove.failed'));
    setBusy(false);
    if (!isDone) return;
    toast('success', t('members:remove.done'));
    onRemoved();
  };
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
