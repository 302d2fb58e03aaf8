import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SocietyRole } from '#models/contract/societies';
import { AsyncCard } from '@/components/async-card';
import { Radio } from '@/components/fields';
import { FormDialog } from '@/components/form-dialog';
import { fieldErrorsOf } from '@/lib/api-error';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import { changeRole, changeTerm, refetchIfStale } from './change-member';
import css from './members.module.css';
import type { ShownMember } from './members.store';
import { useRoleTerm } from './role-terms.store';
import { TermFields, type TermValues } from './term-fields';

interface RoleDialogProps {
  societyId: string;
  member: ShownMember;
  onClose: () => void;
}

const choices = ['member', 'admin', 'moderator'] as const satisfies readonly SocietyRole[];

interface RoleChoiceProps {
  before: SocietyRole;
  role: SocietyRole;
  onChoose: (role: SocietyRole) => void;
}

function RoleChoice({ before, role, onChoose }: RoleChoiceProps) {
  const { t } = useTranslation(['members', 'common']);
  return (
    <Radio.Group aria-label={t('members:role.label')} value={role} onChange={(next) => onChoose(next as SocietyRole)}>
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
  );
}

const noErrors: Readonly<Record<string, string>> = {};

/** State of the dialog: the role and its end, from what the row shows and, for an admin's role, from the server. */
function useRoleForm({ societyId, member, onClose }: RoleDialogProps) {
  const { t } = useTranslation(['members', 'common']);
  // Role when the dialog opened: `member.Role` changes with the optimistic update.
  const [before] = useState({ role: member.Role, until: member.Role_Until ?? '' });
  const [role, setRole] = useState<SocietyRole>(before.role);
  const [changes, setChanges] = useState<Partial<TermValues>>({});
  const [errors, setErrors] = useState(noErrors);
  const { thing, query } = useRoleTerm(societyId, member.ID, before.role === 'admin');
  const loaded: TermValues = { until: before.until, successor: thing?.Successor ?? null };
  const term: TermValues = { ...loaded, ...changes };
  const successor = role === 'admin' && term.until !== '' ? term.successor : null;
  const isSameTerm = term.until === loaded.until && successor?.ID === loaded.successor?.ID;
  const onError = (error: unknown) => {
    setErrors(fieldErrorsOf(error));
    refetchIfStale(societyId, error);
  };
  const save = () =>
    role === 'member' || (term.until === '' && role !== before.role)
      ? changeRole(societyId, member, role)
      : changeTerm(societyId, member, { role, until: term.until || null, successor: successor?.ID ?? null });
  const { run, isBusy } = useAction(save, { onError });
  const submit = async () => {
    setErrors(noErrors);
    if (!(await run())) return;
    const name = member.Name || t('common:unknownUser');
    toast('success', role === before.role ? t('members:term.done') : t(`members:role.done.${role}`, { name }));
    onClose();
  };
  return {
    ...{ before, role, setRole, term, errors, query, isBusy, submit },
    isReady: before.role !== 'admin' || thing !== undefined,
    isSame: role === before.role && isSameTerm,
    change: (next: Partial<TermValues>) => setChanges((earlier) => ({ ...earlier, ...next })),
  };
}

/** Dialog to change a member's role, with what each role allows, its last day and the successor. An admin's role has only an end. */
export default function RoleDialog(props: RoleDialogProps) {
  const { societyId, member, onClose } = props;
  const { t } = useTranslation(['members', 'common']);
  const { before, role, setRole, term, errors, query, isReady, isSame, isBusy, submit, change } = useRoleForm(props);
  const name = member.Name || t('common:unknownUser');
  const isAdmin = before.role === 'admin';
  const fields = (
    <TermFields societyId={societyId} holderId={member.ID} values={term} errors={errors} canPass={role === 'admin'} onChange={change} />
  );
  return (
    <FormDialog
      title={t(isAdmin ? 'members:term.title' : 'members:role.title', { name })}
      action={t('members:role.save')}
      busyLabel={t('members:role.saving')}
      isBusy={isBusy}
      isDisabled={isSame || !isReady}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {!isAdmin && <RoleChoice before={before.role} role={role} onChoose={setRole} />}
      {isAdmin ? (
        <AsyncCard query={query} data={isReady ? term : undefined} failed={t('members:term.failed')} failure="block">
          {() => fields}
        </AsyncCard>
      ) : (
        role !== 'member' && fields
      )}
    </FormDialog>
  );
}
