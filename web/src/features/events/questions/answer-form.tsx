import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventQuestion } from '#models/contract/event-questions';
import { lengths } from '#models/contract/limits';
import { DraftNote } from '@/components/draft';
import { Textarea } from '@/components/fields';
import { FormButtons } from '@/components/form-buttons';
import { toast } from '@/lib/toasts';
import { useDraftedForm } from '@/lib/use-drafted-form';
import { useAction } from '@/sync/mutations';
import css from './questions.module.css';
import { answerQuestion } from './questions.store';

/** Form under a question for its answer, new or changed. */
export function AnswerForm({ question: { ID, Text, Answer }, onClose }: { question: EventQuestion; onClose: () => void }) {
  const { t } = useTranslation('questions');
  const form = useDraftedForm(`question-answer:${ID}`, { text: Answer ?? '' });
  const { text } = form.values;
  const { run, isBusy } = useAction(() => answerQuestion(ID, text.trim()));
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim() || !(await run())) return;
    form.sent();
    toast('success', t('answered'));
    onClose();
  };
  const cancel = () => {
    form.startOver();
    onClose();
  };
  return (
    <form className={css.form} onSubmit={(event) => void send(event)}>
      <DraftNote isShown={form.isRestored} onStartOver={form.startOver} />
      <Textarea
        autoFocus
        aria-label={t('answerTo', { question: Text })}
        value={text}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={lengths.eventAnswer}
        dir={text ? 'auto' : undefined}
        onChange={({ target }) => form.set('text', target.value)}
      />
      <FormButtons action={t('sendAnswer')} busyLabel={t('sending')} isBusy={isBusy} isDisabled={!text.trim()} onCancel={cancel} />
    </form>
  );
}
