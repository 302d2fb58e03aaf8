import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import { DraftArea } from '@/components/draft-area';
import { FormDialog } from '@/components/form-dialog';
import { useDraftText, writeDraftText } from '@/lib/drafts';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import { refetchIfStale } from './change-member';
import { ask, demote } from './demotions.store';
import type { DemotionWay } from './may-demote';
import type { ShownMember } from './members.store';
import { Successors } from './successors';

interface DemoteDialogProps {
  societyId: string;
  member: ShownMember;
  by: DemotionWay;
  /** The society has no other admin, so that a platform admin has to choose one. */
  isOnly: boolean;
  onClose: () => void;
}

const texts = {
  ask: { title: 'askTitle', text: 'askText', action: 'send', busy: 'sending', done: 'sent' },
  staff: { title: 'staffTitle', text: 'staffText', action: 'staffAction', busy: 'staffBusy', done: 'staffDone' },
} as const;

/** Asks for the demotion of an admin with a reason, or demotes at once as a platform admin. A failure keeps the typed reason. */
export default function DemoteDialog({ societyId, member, by, isOnly, onClose }: DemoteDialogProps) {
  const { t } = useTranslation(['members', 'common']);
  const draft = `demote:${societyId}:${member.ID}`;
  const reason = useDraftText(draft).trim();
  const [successor, setSuccessor] = useState<ShownMember | null>(null);
  const name = member.Name || t('common:unknownUser');
  const of = texts[by];
  const needsSuccessor = by === 'staff' && isOnly;
  const work = async () => {
    if (by === 'ask') await ask(societyId, member.ID, reason);
    else await demote(societyId, member.ID, reason, successor?.ID ?? null);
    writeDraftText(draft, '');
    toast('success', t(`members:demote.${of.done}`, { name }));
    onClose();
  };
  const { run, isBusy } = useAction(work, { onError: (error) => refetchIfStale(societyId, error) });
  return (
    <FormDialog
      title={t(`members:demote.${of.title}`, { name })}
      draft={draft}
      action={t(`members:demote.${of.action}`)}
      busyLabel={t(`members:demote.${of.busy}`)}
      isBusy={isBusy}
      isDisabled={!reason || (needsSuccessor && !successor)}
      danger
      onSubmit={() => void run()}
      onClose={onClose}
    >
      <p className="soft">{t(`members:demote.${of.text}`, { name })}</p>
      <DraftArea data-autofocus draft={draft} label={t('members:demote.reason')} maxLength={lengths.reason} />
      {needsSuccessor && (
        <>
          <p className="soft">{t('members:demote.successor')}</p>
          <Successors societyId={societyId} chosen={successor} onChoose={setSuccessor} />
        </>
      )}
    </FormDialog>
  );
}
