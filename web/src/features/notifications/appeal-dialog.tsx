import { useTranslation } from 'react-i18next';
import type { InputOf } from '#models/contract/define';
import { lengths } from '#models/contract/limits';
import { appealRemoval } from '#models/contract/report-appeals';
import { DraftArea } from '@/components/draft-area';
import { FormDialog } from '@/components/form-dialog';
import { api } from '@/lib/api';
import { useDraftText, writeDraftText } from '@/lib/drafts';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';

interface AppealDialogProps {
  kind: InputOf<typeof appealRemoval>['kind'];
  id: string;
  onClose: () => void;
}

/** Dialog to appeal against a removal; opens with the draft of a reload or failure, if any. */
export default function AppealDialog({ kind, id, onClose }: AppealDialogProps) {
  const { t } = useTranslation('appeal');
  const draft = `appeal:${kind}:${id}`;
  const message = useDraftText(draft).trim();
  const { run, isBusy } = useAction(async () => {
    await api(appealRemoval, { kind, id, message });
    writeDraftText(draft, '');
    toast('success', t('sent'));
    onClose();
  });
  return (
    <FormDialog
      title={t('title')}
      draft={draft}
      action={t('send')}
      busyLabel={t('sending')}
      isBusy={isBusy}
      onSubmit={() => {
        if (message) void run();
      }}
      onClose={onClose}
    >
      <DraftArea data-autofocus draft={draft} label={t('label')} description={t('help')} maxLength={lengths.report} />
    </FormDialog>
  );
}
