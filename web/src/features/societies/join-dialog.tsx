import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import { CountedArea } from '@/components/counted-area';
import { FormDialog } from '@/components/form-dialog';
import { useAction } from '@/sync/mutations';
import { useAnswer, writeAnswer } from './join-answer';

interface JoinDialogProps {
  id: string;
  name: string;
  question: string;
  /** Sends the request; returns whether it succeeded. */
  send: () => Promise<boolean>;
  onClose: () => void;
}

/** Dialog with the society's question before a request is sent; the answer is optional. */
export default function JoinDialog({ id, name, question, send, onClose }: JoinDialogProps) {
  const { t } = useTranslation('society');
  const answer = useAnswer(id);
  const { run: submit, isBusy } = useAction(async () => {
    if (await send()) onClose();
  });
  return (
    <FormDialog
      title={<bdi>{t('question.title', { society: name })}</bdi>}
      action={t('question.send')}
      busyLabel={t('question.sending')}
      isBusy={isBusy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p className="h3 auto" dir="auto">
        {question}
      </p>
      <CountedArea
        data-autofocus
        label={t('question.label')}
        value={answer}
        max={lengths.question}
        maxLength={lengths.question}
        autosize={false}
        rows={3}
        onChange={({ currentTarget: { value } }) => writeAnswer(id, value)}
      />
      <p className="small dim">{t('question.help')}</p>
    </FormDialog>
  );
}
