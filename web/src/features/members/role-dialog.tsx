import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SocietyRole } from '#models/contract/societies';
import { BusyButton } from '@/components/busy-button';
import { Radio } from '@/components/fields';
import { Modal } from '@/components/modal';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import { changeRole, refetchIfStale } from './change-member';
import css from './members.module.css';
import type { ShownMember } from './members.store';

interface RoleDialogProps {
  societyId: string;
  member: ShownMember;
  onClose: () => void;
}

const choices = ['member', 'admin', 'moderator'] as const satisfies readonly SocietyRole[];

/** Dialog to change a member's role, with what each role allows. */
export default function RoleDialog({ societyId, member, onClose }: RoleDialogProps) {
  const { t } = useTranslation(['members', 'common']);
  // Role when the dialog opened: `member.Role` changes with the optimistic update.
  const [before] = useState(member.Role);
  const [role, setRole] = useState<SocietyRole>(before);
  const { run, isBusy } = useAction(() => changeRole(societyId, member, role), { onError: (error) => refetchIfStale(societyId, error) });
  const name = member.Name || t('common:unknownUser');
  const isSame = role === before;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isSame || !(await run())) return;
    toast('success', t(`members:role.done.${role}`, { name }));
    onClose();
  };
  return (
    <Modal
      opened
      onClose={() => !isBusy && onClose()}
      title={<span className="h2">{t('members:role.title', { name })}</span>}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form className={css.form} onSubmit={(event) => void save(event)}>
        <Radio.Group aria-label={t('members:role.label')} value={role} onChange={(next) => setRole(next as SocietyRole)}>
          <div className={css.choices}>
            {choices.map((each) => (
              <Radio
                key={each}
                value={each}
                {...(each === before ? { 'data-autofocus': true } : {})}
                label={t(`common:role.${each}`)}
                description={t(`members:role.does.${each}`)}
              />
            ))}
          </div>
        </Radio.Group>
        <div className={css.buttons}>
          <Button variant="default" disabled={isBusy} onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <BusyButton type="submit" disabled={isSame && !isBusy} busy={isBusy} busyLabel={t('members:role.saving')}>
            {t('members:role.save')}
          </BusyButton>
        </div>
      </form>
    </Modal>
  );
}
