import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SocietyRole } from '#models/contract/societies';
import { Radio } from '@/components/fields';
import { FormDialog } from '@/components/form-dialog';
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
  const save = async () => {
    if (!(await run())) return;
    toast('success', t(`members:role.done.${role}`, { name }));
    onClose();
  };
  return (
    <FormDialog
      title={t('members:role.title', { name })}
      action={t('members:role.save')}
      busyLabel={t('members:role.saving')}
      isBusy={isBusy}
      isDisabled={isSame}
      onSubmit={() => void save()}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
