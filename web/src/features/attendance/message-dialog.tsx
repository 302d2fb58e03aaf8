import { useTranslation } from 'react-i18next';
import type { MessageAudience } from '#models/contract/event-messages';
import { lengths } from '#models/contract/limits';
import { DraftNote } from '@/components/draft';
import { NativeSelect, Textarea } from '@/components/fields';
import { FormDialog } from '@/components/form-dialog';
import { toast } from '@/lib/toasts';
import { useDraftedForm } from '@/lib/use-drafted-form';
import { useIdempotencyKey } from '@/sync/idempotency-key';
import { useAction } from '@/sync/mutations';
import { sendMessage } from './event-messages.store';

const audiences: readonly MessageAudience[] = ['going', 'waiting', 'came'];

/** Dialog to write to those who are going, who wait or who came. */
export default function MessageDialog({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const { t } = useTranslation('check-in');
  const name = `event-message:${eventId}`;
  const form = useDraftedForm<{ to: MessageAudience; text: string }>(name, { to: 'going', text: '' });
  const { to, text } = form.values;
  const once = useIdempotencyKey();
  const { run, isBusy } = useAction(() => once({ eventId, to, text }, (key) => sendMessage(eventId, to, text, key)));
  const send = async () => {
    if (!(await run())) return;
    form.sent();
    toast('success', t('messages.sent'));
    onClose();
  };
  return (
    <FormDialog
      title={t('messages.write')}
      draft={name}
      action={t('messages.send')}
      busyLabel={t('messages.sending')}
      isBusy={isBusy}
      isDisabled={text.trim() === ''}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <DraftNote isShown={form.isRestored} onStartOver={form.startOver} />
      <NativeSelect label={t('messages.for')} value={to} onChange={(event) => form.set('to', event.target.value as MessageAudience)}>
        {audiences.map((each) => (
          <option key={each} value={each}>
            {t(`messages.to.${each}`)}
          </option>
        ))}
      </NativeSelect>
      <Textarea
        data-autofocus
        label={t('messages.text')}
        description={t('messages.help')}
        value={text}
        maxLength={lengths.eventMessage}
        maxRows={8}
        dir={text ? 'auto' : undefined}
        onChange={(event) => form.set('text', event.target.value)}
      />
    </FormDialog>
  );
}
