import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import { BusyButton } from '@/components/busy-button';
import { DraftArea } from '@/components/draft-area';
import { useDraftText, writeDraftText } from '@/lib/drafts';
import { toast } from '@/lib/toasts';
import { useIdempotencyKey } from '@/sync/idempotency-key';
import { useAction } from '@/sync/mutations';
import css from './questions.module.css';
import { ask } from './questions.store';

/** Field for a new question about an event. The text stays if sending fails. */
export function AskForm({ eventId }: { eventId: string }) {
  const { t } = useTranslation('questions');
  const draft = `question:${eventId}`;
  const text = useDraftText(draft).trim();
  const once = useIdempotencyKey();
  const { run, isBusy } = useAction(() => once({ eventId, text }, (key) => ask(eventId, text, key)));
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!text || !(await run())) return;
    writeDraftText(draft, '');
    toast('success', t('asked'));
  };
  return (
    <form className={css.form} onSubmit={(event) => void send(event)}>
      <DraftArea
        draft={draft}
        label={t('ask')}
        description={t('help')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={lengths.eventQuestion}
      />
      <BusyButton type="submit" className={css.send ?? ''} disabled={!text} busy={isBusy} busyLabel={t('sending')}>
        {t('send')}
      </BusyButton>
    </form>
  );
}
