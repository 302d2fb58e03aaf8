import { Button, Textarea } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import { isAnswered } from '@/lib/api';
import { useDraftText, writeDraftText } from '@/lib/drafts';
import { toast } from '@/lib/toasts';
import { useIdempotencyKey } from '@/sync/idempotency-key';
import { useAction } from '@/sync/mutations';
import { BusyButton } from './busy-button';
import { closeDrafted } from './draft';
import './fields';
import { Modal } from './modal';
import css from './report-dialog.module.css';

/** Texts of the dialog; missing ones have general defaults. */
export interface ReportTexts {
  /** Also the button's label: 'Report this event'. */
  title: string;
  help?: string;
  sent?: string;
  /** The server refused it. */
  failed?: string;
  /** No answer came. */
  error?: string;
}

interface ReportDialogProps {
  /** Reported thing, such as 'post:…'; also the key of the draft. */
  about: string;
  texts: ReportTexts;
  /** Sends the trimmed message; the key makes a repeat idempotent. */
  send: (message: string, key: string) => Promise<unknown>;
  onClose: () => void;
}

/** Dialog to report something; opens with the draft of a reload or failure, if any. */
export default function ReportDialog({ about, texts, send, onClose }: ReportDialogProps) {
  const { t } = useTranslation();
  const draft = `report:${about}`;
  const message = useDraftText(draft);
  const close = () => void closeDrafted(draft, onClose);
  const once = useIdempotencyKey();
  const report = async () => {
    await once(message.trim(), (key) => send(message.trim(), key));
    writeDraftText(draft, '');
    toast('success', texts.sent ?? t('report.sent'));
    onClose();
  };
  const failed = texts.failed ?? t('report.failed');
  const failure = (error: unknown) => (isAnswered(error) ? failed : (texts.error ?? failed));
  const { run, isBusy } = useAction(report, { failure });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (message.trim()) void run();
    else toast('info', t('report.empty'), { id: 'report-empty' });
  };
  return (
    <Modal opened onClose={close} title={<span className="h2">{texts.title}</span>} closeButtonProps={{ 'aria-label': t('close') }}>
      <form onSubmit={submit} className={css.form}>
        <Textarea
          data-autofocus
          label={t('report.label')}
          description={texts.help ?? t('report.help')}
          value={message}
          maxLength={lengths.report}
          dir={message ? 'auto' : undefined}
          onChange={(event) => writeDraftText(draft, event.target.value)}
        />
        <div className={css.buttons}>
          <Button variant="default" onClick={close}>
            {t('cancel')}
          </Button>
          <BusyButton type="submit" busy={isBusy} busyLabel={t('report.sending')}>
            {texts.title}
          </BusyButton>
        </div>
      </form>
    </Modal>
  );
}
