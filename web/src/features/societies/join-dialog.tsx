import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import { BusyButton } from '@/components/busy-button';
import { CountedArea } from '@/components/counted-area';
import { Modal } from '@/components/modal';
import { useAction } from '@/sync/mutations';
import { useAnswer, writeAnswer } from './join-answer';
import css from './join-dialog.module.css';

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
  const { t } = useTranslation(['society', 'common']);
  const answer = useAnswer(id);
  const { run: submit, isBusy } = useAction(async () => {
    if (await send()) onClose();
  });
  return (
    <Modal
      opened
      onClose={() => !isBusy && onClose()}
      title={
        <span className="h2">
          <bdi>{t('society:question.title', { society: name })}</bdi>
        </span>
      }
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p className="h3 auto" dir="auto">
          {question}
        </p>
        <CountedArea
          data-autofocus
          label={t('society:question.label')}
          value={answer}
          max={lengths.question}
          maxLength={lengths.question}
          autosize={false}
          rows={3}
          onChange={({ currentTarget: { value } }) => writeAnswer(id, value)}
        />
        <p className="small dim">{t('society:question.help')}</p>
        <div className={css.buttons}>
          <Button variant="default" disabled={isBusy} onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <BusyButton type="submit" busy={isBusy} busyLabel={t('society:question.sending')}>
            {t('society:question.send')}
          </BusyButton>
        </div>
      </form>
    </Modal>
  );
}
