import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { proposalDays, proposeStaffChange, type StaffProposal } from '#models/contract/staff';
import { type StaffScope, staffScopes } from '#models/contract/staff-scopes';
import { Radio } from '@/components/fields';
import { FormDialog } from '@/components/form-dialog';
import { api } from '@/lib/api';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import { ScopeChoices } from './scope-choices';
import css from './staff.module.css';
import { refetchStaff } from './staff.store';

/** A person whose scopes somebody may propose to change. */
export interface StaffCandidate {
  ID: string;
  Name: string;
  scopes: readonly StaffScope[];
}

type Kind = StaffProposal['Kind'];
const kinds = ['give', 'take'] as const satisfies readonly Kind[];

/** Dialog to propose that somebody gets or loses scopes. */
export default function ProposeDialog({ candidate: { ID, Name, scopes }, onClose }: { candidate: StaffCandidate; onClose: () => void }) {
  const { t } = useTranslation(['staff', 'common']);
  const name = Name || t('common:unknownUser');
  const [kind, setKind] = useState<Kind>('give');
  const [chosen, setChosen] = useState<StaffScope[]>([]);
  const { run, isBusy } = useAction(async () => {
    await api(proposeStaffChange, { user_id: ID, kind, scopes: chosen });
    await refetchStaff();
    toast('success', t('staff:propose.done', { count: proposalDays }));
    onClose();
  });
  const choose = (next: Kind) => {
    setKind(next);
    setChosen([]);
  };
  return (
    <FormDialog
      title={t('staff:people.changeOf', { name })}
      action={t('staff:propose.action')}
      busyLabel={t('staff:propose.busy')}
      isBusy={isBusy}
      isDisabled={chosen.length === 0}
      onSubmit={() => void run()}
      onClose={onClose}
    >
      {scopes.length > 0 && (
        <Radio.Group aria-label={t('staff:propose.kind')} value={kind} onChange={(next) => choose(next as Kind)}>
          <div className={css.kinds}>
            {kinds.map((each) => (
              <Radio key={each} value={each} label={t(`staff:propose.${each}`)} />
            ))}
          </div>
        </Radio.Group>
      )}
      <ScopeChoices
        scopes={staffScopes.filter((scope) => scopes.includes(scope) === (kind === 'take'))}
        chosen={chosen}
        onChange={setChosen}
      />
    </FormDialog>
  );
}
