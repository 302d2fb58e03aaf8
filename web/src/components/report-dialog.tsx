import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import { ApiError } from '@/lib/api';
import { useDraftText, writeDraftText } from '@/lib/drafts';
import { reportFailure } from '@/lib/failures';
import { toast } from '@/lib/toasts';
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
  const [isBusy, setBusy] = useState(false);
  const close = () => void closeDrafted(draft, onClose);
  const key = useRef(crypto.randomUUID());
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (!message.trim()) return toast('info', t('report.empty'), { id: 'report-empty' });
    setBusy(true);
    try {
      await send(message.trim(), key.current);
      writeDraftText(draft, '');
      toast('success', texts.sent ?? t('report.sent'));
      onClose();
    } catch (error) {
      const answered = error instanceof ApiError && error.status > 0;
      if (answered) key.current = crypto.randomUUID();
      const failed = texts.failed ?? t('report.failed');
      reportFailure(error, answered ? failed : (texts.error ?? failed));
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={close} title={<span className="h2">{texts.title}</span>} closeButtonProps={{ 'aria-label': t('close') }}>
      <form onSubmit={(event) => void submit(event)} className={css.form}>
        <Textarea
          data-autofocus
          label={t('report.label')}
          description={texts.help ?? t('report.help')}
          value={message}
          maxLength={lengths.report}
          dir={message ? 'auto' : undefined}
          onChange={(event) => {
            key.current = crypto.randomUUID();
            writeDraftText(draft, event.target.value);
          }}
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
