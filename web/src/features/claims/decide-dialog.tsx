import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminClaim } from '#models/contract/admin-claims';
import { lengths } from '#models/contract/limits';
import { DraftArea } from '@/components/draft-area';
import { Radio } from '@/components/fields';
import { FormDialog } from '@/components/form-dialog';
import { ApiError } from '@/lib/api';
import { useDraftText, writeDraftText } from '@/lib/drafts';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import css from './claims.module.css';
import { decide, refetchClaims } from './claims.store';

interface DecideDialogProps {
  claim: AdminClaim;
  decision: 'confirm' | 'decline';
  onClose: () => void;
}

const texts = {
  confirm: { title: 'confirmTitle', action: 'confirm', busy: 'confirming', done: 'confirmed' },
  decline: { title: 'declineTitle', action: 'decline', busy: 'declining', done: 'declined' },
} as const;

/** Confirms a claim, with the absent admin's role afterwards, or declines it with a reason. */
export default function DecideDialog({ claim, decision, onClose }: DecideDialogProps) {
  const { t } = useTranslation(['members', 'common']);
  const draft = `decline:${claim.ID}`;
  const reason = useDraftText(draft).trim();
  const [former, setFormer] = useState<'admin' | 'member'>('admin');
  const isConfirming = decision === 'confirm';
  const name = claim.User_Name || t('common:unknownUser');
  const of = texts[decision];
  const work = async () => {
    await decide({ claim_id: claim.ID, decision, ...(isConfirming ? { former } : { reason }) });
    writeDraftText(draft, '');
    toast('success', t(`members:claim.${of.done}`, { name }));
    onClose();
  };
  const { run, isBusy } = useAction(work, {
    onError: (error) => error instanceof ApiError && [404, 409].includes(error.status) && refetchClaims(),
  });
  return (
    <FormDialog
      title={t(`members:claim.${of.title}`, { name })}
      {...(!isConfirming && { draft })}
      action={t(`members:claim.${of.action}`)}
      busyLabel={t(`members:claim.${of.busy}`)}
      isBusy={isBusy}
      isDisabled={!isConfirming && !reason}
      danger={!isConfirming}
      onSubmit={() => void run()}
      onClose={onClose}
    >
      {isConfirming ? (
        <Radio.Group
          label={t('members:claim.former', { name: claim.Admin_Name || t('common:unknownUser') })}
          value={former}
          onChange={(next) => setFormer(next as typeof former)}
        >
          <div className={css.choices}>
            <Radio value="admin" label={t('members:claim.formerAdmin')} />
            <Radio value="member" label={t('members:claim.formerMember')} />
          </div>
        </Radio.Group>
      ) : (
        <DraftArea data-autofocus draft={draft} label={t('members:claim.reason')} maxLength={lengths.reason} />
      )}
    </FormDialog>
  );
}
