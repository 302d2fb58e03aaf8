import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { giveUpScopes } from '#models/contract/staff';
import type { StaffScope } from '#models/contract/staff-scopes';
import { FormDialog } from '@/components/form-dialog';
import { api } from '@/lib/api';
import { checkSession } from '@/lib/session';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import { ScopeChoices } from './scope-choices';
import { refetchStaff } from './staff.store';

/** Dialog to give up own scopes. */
export default function GiveUpDialog({ scopes, onClose }: { scopes: readonly StaffScope[]; onClose: () => void }) {
  const { t } = useTranslation('staff');
  // Fixed when the dialog opens: the session may lose the scopes before the dialog closes.
  const [held] = useState(scopes);
  const [chosen, setChosen] = useState<StaffScope[]>([]);
  const { run, isBusy } = useAction(async () => {
    await api(giveUpScopes, { scopes: chosen });
    toast('success', t('own.done'));
    onClose();
    await checkSession();
    await refetchStaff();
  });
  return (
    <FormDialog
      title={t('own.ask')}
      action={t('own.action')}
      busyLabel={t('own.busy')}
      isBusy={isBusy}
      isDisabled={chosen.length === 0}
      danger
      onSubmit={() => void run()}
      onClose={onClose}
    >
      <p className="soft">{t('own.text')}</p>
      <ScopeChoices scopes={held} chosen={chosen} onChange={setChosen} />
    </FormDialog>
  );
}
