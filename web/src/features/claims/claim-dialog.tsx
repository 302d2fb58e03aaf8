import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import { DraftArea } from '@/components/draft-area';
import { FormDialog } from '@/components/form-dialog';
import { useDraftText, writeDraftText } from '@/lib/drafts';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import { claim } from './claims.store';

/** Claims a society with a few words. A failure keeps them. */
export default function ClaimDialog({ societyId, onClose }: { societyId: string; onClose: () => void }) {
  const { t } = useTranslation('members');
  const draft = `claim:${societyId}`;
  const words = useDraftText(draft).trim();
  const { run, isBusy } = useAction(async () => {
    await claim(societyId, words);
    writeDraftText(draft, '');
    toast('success', t('claim.sent'));
    onClose();
  });
  return (
    <FormDialog
      title={t('claim.title')}
      draft={draft}
      action={t('claim.send')}
      busyLabel={t('claim.sending')}
      isBusy={isBusy}
      isDisabled={!words}
      onSubmit={() => void run()}
      onClose={onClose}
    >
      <p className="soft">{t('claim.text')}</p>
      <DraftArea data-autofocus draft={draft} label={t('claim.words')} maxLength={lengths.reason} />
    </FormDialog>
  );
}
