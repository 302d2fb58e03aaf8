import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import type { SupportRequest } from '#models/contract/support';
import { BusyButton } from '@/components/busy-button';
import { DraftArea } from '@/components/draft-area';
import { useDraftText, writeDraftText } from '@/lib/drafts';
import { toast } from '@/lib/toasts';
import css from './requests.module.css';
import { useReply } from './use-reply';

/** Form to reply to a request, close it or reopen it. The text stays if sending fails. */
export function ReplyForm({ request, isSupport }: { request: SupportRequest; isSupport: boolean }) {
  const { t } = useTranslation('support');
  const draft = `ticket:${request.ID}`;
  const text = useDraftText(draft);
  const { send, busy } = useReply(request);
  const isClosed = request.Status === 'closed';
  const part = isSupport ? 'inbox' : 'tickets';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !text.trim() || !(await send({ content: text.trim() }))) return;
    writeDraftText(draft, '');
    toast('success', t(`${part}.sent`));
  };
  const setStatus = () => void send({ status: isClosed ? 'open' : 'closed' });
  const label = isSupport ? t('inbox.answer') : t('tickets.reply');
  return (
    <form className={css.reply} onSubmit={(event) => void submit(event)}>
      {isClosed && <p className="small dim">{t('tickets.closed')}</p>}
      <DraftArea
        draft={draft}
        aria-label={isSupport ? t('inbox.answerTo', { subject: request.Subject }) : t('tickets.replyTo', { subject: request.Subject })}
        placeholder={label}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={lengths.ticket}
      />
      <div className={css.buttons}>
        <BusyButton
          variant="default"
          busy={busy === 'status'}
          busyLabel={t(isClosed ? 'tickets.reopening' : 'tickets.closing')}
          onClick={setStatus}
        >
          {t(isClosed ? 'tickets.reopen' : 'tickets.close')}
        </BusyButton>
        <BusyButton type="submit" disabled={!text.trim()} busy={busy === 'reply'} busyLabel={t('tickets.sending')}>
          {t(`${part}.send`)}
        </BusyButton>
      </div>
    </form>
  );
}
