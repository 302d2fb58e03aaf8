import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Society } from '#models/contract/societies';
import { AsyncCard } from '@/components/async-card';
import { Radio } from '@/components/fields';
import { FormButtons } from '@/components/form-buttons';
import { Modal } from '@/components/modal';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import { type Leave, leaveOrStepDown, makeAdmin, type RoleAfter } from './hand-over';
import css from './members.module.css';
import { useMembers } from './members.queries';
import { refetchMembers, type ShownMember } from './members.store';
import { Successors } from './successors';

interface HandoverProps {
  society: Society;
  /** Action of the admin: leave the society, or only the role. */
  mode: 'leave' | 'step-down';
  leave: Leave;
  onClose: () => void;
  /** Called when the handover is done; `left`: the admin also left the society. */
  onDone: (left: boolean) => void;
}

/** State and action of the dialog: makes the chosen successor an admin, then leaves or steps down. */
function useHandover({ society: { ID, Name }, mode, leave, onDone }: HandoverProps) {
  const { t } = useTranslation(['members', 'common']);
  const [role, setRole] = useState<Exclude<RoleAfter, 'leave'>>('moderator');
  const [successor, setSuccessor] = useState<ShownMember | null>(null);
  const roleAfter = mode === 'leave' ? mode : role;
  const handOver = async (nextAdmin: ShownMember | null) => {
    if (nextAdmin) await makeAdmin(ID, nextAdmin.ID);
    if (await leaveOrStepDown(ID, roleAfter, leave)) {
      if (mode === 'step-down') toast('success', t('members:handover.done', { society: Name }), { id: `role-${ID}` });
      return onDone(mode === 'leave');
    }
    setSuccessor(null);
    if (nextAdmin) toast('warning', t('members:handover.half', { name: nextAdmin.Name || t('common:unknownUser') }), { id: 'half' });
  };
  const onError = () => {
    setSuccessor(null);
    refetchMembers(ID);
  };
  const { run, isBusy } = useAction(handOver, { onError });
  return { role, setRole, successor, setSuccessor, isBusy, run };
}

type Handover = ReturnType<typeof useHandover>;

function RoleAfterwards({ handover: { role, setRole } }: { handover: Handover }) {
  const { t } = useTranslation(['members', 'common']);
  return (
    <Radio.Group label={t('members:handover.role')} value={role} onChange={(next) => setRole(next as typeof role)}>
      <div className={css.afterwards}>
        {(['moderator', 'member'] as const).map((each) => (
          <Radio key={each} value={each} label={t(`common:role.${each}`)} description={t(`members:role.does.${each}`)} />
        ))}
      </div>
    </Radio.Group>
  );
}

interface PartProps extends HandoverProps {
  handover: Handover;
  isOnly: boolean;
}

function Buttons({ mode, onClose, handover: { successor, isBusy, run }, isOnly }: PartProps) {
  const { t } = useTranslation('members');
  const isLeaving = mode === 'leave';
  const labelAlone = isLeaving ? 'doLeave' : 'doStepDown';
  const labelWithHandover = isLeaving ? 'handAndLeave' : 'handAndStepDown';
  return (
    <FormButtons
      action={t(`handover.${isOnly ? labelWithHandover : labelAlone}`)}
      busyLabel={t('handover.busy')}
      isBusy={isBusy}
      isDisabled={isOnly && !successor}
      onCancel={onClose}
      onAct={() => void run(isOnly ? successor : null)}
    />
  );
}

/** Dialog to step down or leave; the only admin has to choose a successor. */
export default function HandoverDialog(props: HandoverProps) {
  const { society, mode, onClose } = props;
  const { t } = useTranslation(['members', 'common']);
  const handover = useHandover(props);
  const { query, counts } = useMembers(society.ID, { q: '', role: 'admin', sort: 'name' });
  const isOnly = counts !== undefined && counts.admins < 2;
  const title = mode === 'leave' ? t('members:handover.leave', { society: society.Name }) : t('members:handover.stepDown');
  const text = isOnly ? 'choose' : mode === 'leave' ? 'leaveText' : 'stepDownText';
  return (
    <Modal onClose={() => !handover.isBusy && onClose()} title={title}>
      <AsyncCard query={query} data={counts} failed={t('members:handover.failed')} failure="block">
        {() => (
          <div className={css.form}>
            <p className="soft">{t(`members:handover.${text}`)}</p>
            {isOnly && <Successors societyId={society.ID} chosen={handover.successor} onChoose={handover.setSuccessor} />}
            {mode === 'step-down' && <RoleAfterwards handover={handover} />}
            <Buttons {...props} handover={handover} isOnly={isOnly} />
          </div>
        )}
      </AsyncCard>
    </Modal>
  );
}
