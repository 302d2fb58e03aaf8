import { useTranslation } from 'react-i18next';
import { cancelEvent } from '#models/contract/event-changes';
import { lengths } from '#models/contract/limits';
import { DraftArea } from '@/components/draft-area';
import { FormDialog } from '@/components/form-dialog';
import { api } from '@/lib/api';
import { useDraftText, writeDraftText } from '@/lib/drafts';
import { formatNumber } from '@/lib/format';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import { mergeEvents, type ShownEvent } from '../events.store';

/** Dialog that cancels an event with an optional reason. The reason is a draft, so it survives a failure. */
export default function CancelDialog({ event: { ID, attendees }, onClose }: { event: ShownEvent; onClose: () => void }) {
  const { t } = useTranslation('event');
  const draft = `cancel:${ID}`;
  const reason = useDraftText(draft).trim();
  const cancel = async () => {
    const { data } = await api(cancelEvent, { event_id: ID, reason });
    mergeEvents([data]);
    writeDraftText(draft, '');
    toast('success', t('cancel.done'));
    onClose();
  };
  const { run, isBusy } = useAction(cancel, { failure: t('cancel.failed') });
  return (
    <FormDialog
      title={t('cancel.title')}
      draft={draft}
      action={t('cancel.title')}
      busyLabel={t('cancel.busy')}
      isBusy={isBusy}
      danger
      stay={t('cancel.keep')}
      onSubmit={() => void run()}
      onClose={onClose}
    >
      <p className="soft">{t('cancel.text', { count: attendees, n: formatNumber(attendees) })}</p>
      <DraftArea data-autofocus draft={draft} label={t('cancel.reason')} description={t('cancel.help')} maxLength={lengths.reason} />
    </FormDialog>
  );
}
