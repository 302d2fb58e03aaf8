import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import { type Report, type ReportReason, reportPost, reportThing } from '#models/contract/reports';
import { api, isAnswered } from '@/lib/api';
import { useDraftText, writeDraftText } from '@/lib/drafts';
import { toast } from '@/lib/toasts';
import { useIdempotencyKey } from '@/sync/idempotency-key';
import { useAction } from '@/sync/mutations';
import { DraftArea } from './draft-area';
import { FormDialog } from './form-dialog';
import { ReasonSelect } from './reason-select';

/** Texts of the dialog; missing ones have general defaults. */
interface ReportTexts {
  /** Also the button's label: 'Report this event'. */
  title: string;
  help?: string;
  sent?: string;
  /** The server refused it. */
  failed?: string;
  /** No answer came. */
  error?: string;
}

export interface ReportedThing {
  kind: Report['kind'];
  id: string;
  texts: ReportTexts;
}

/** Dialog to report something; opens with the draft of a reload or failure, if any. */
export default function ReportDialog({ kind, id, texts, onClose }: ReportedThing & { onClose: () => void }) {
  const { t } = useTranslation();
  const draft = `report:${kind}:${id}`;
  const message = useDraftText(draft).trim();
  const [reason, setReason] = useState<ReportReason>('something_else');
  const once = useIdempotencyKey();
  const report = async () => {
    const words = { message, ...(reason !== 'something_else' && { reason }) };
    await once<unknown>(words, (idempotencyKey) =>
      kind === 'post'
        ? api(reportPost, { post_id: id, ...words }, { idempotencyKey })
        : api(reportThing, { kind, id, ...words }, { idempotencyKey }),
    );
    writeDraftText(draft, '');
    toast('success', texts.sent ?? t('report.sent'));
    onClose();
  };
  const failed = texts.failed ?? t('report.failed');
  const failure = (error: unknown) => (isAnswered(error) ? failed : (texts.error ?? failed));
  const { run, isBusy } = useAction(report, { failure });
  const submit = () => {
    if (message) void run();
    else toast('info', t('report.empty'), { id: 'report-empty' });
  };
  return (
    <FormDialog
      title={texts.title}
      draft={draft}
      action={texts.title}
      busyLabel={t('report.sending')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <ReasonSelect label={t('report.reason')} value={reason} onChange={setReason} />
      <DraftArea
        data-autofocus
        draft={draft}
        label={t('report.label')}
        description={texts.help ?? t('report.help')}
        maxLength={lengths.report}
      />
    </FormDialog>
  );
}
