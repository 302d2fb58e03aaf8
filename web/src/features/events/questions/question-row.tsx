import { IconPencil, IconTrash } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventQuestion } from '#models/contract/event-questions';
import { confirm } from '@/components/confirm';
import { PersonAvatar } from '@/components/person-avatar';
import { ProfileLink } from '@/components/profile-link';
import { TimeAgo } from '@/components/time-ago';
import { WrittenText } from '@/components/written-text';
import { toast } from '@/lib/toasts';
import { useShownName } from '@/lib/use-shown-name';
import { runAction } from '@/sync/mutations';
import { AnswerForm } from './answer-form';
import css from './questions.module.css';
import { deleteQuestion } from './questions.store';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

interface QuestionProps {
  question: EventQuestion;
  isMine: boolean;
}

/** Buttons of a question: to answer it, and to withdraw or delete it. */
function Actions({ question: { ID, Answer, Can }, isMine, onAnswer }: QuestionProps & { onAnswer: () => void }) {
  const { t } = useTranslation('questions');
  const words = isMine ? ('withdraw' as const) : ('delete' as const);
  const remove = () =>
    void confirm({
      title: t(`${words}.title`),
      text: t(`${words}.text`),
      action: t(`${words}.action`),
      busy: t(`${words}.busy`),
      danger: true,
      run: async () => {
        const isDone = await runAction(() => deleteQuestion(ID));
        if (isDone) toast('success', t(`${words}.done`));
        return isDone;
      },
    });
  return (
    <>
      {Can.answer && (
        <button type="button" className={`${css.plain} tap`} data-online onClick={onAnswer}>
          <IconPencil {...icon} />
          {t(Answer === null ? 'answer' : 'change')}
        </button>
      )}
      {Can.delete && (
        <button type="button" className={`${css.plain} tap`} data-online onClick={remove}>
          <IconTrash {...icon} />
          {t(`${words}.action`)}
        </button>
      )}
    </>
  );
}

/** A question with its answer, which organizers write and change in place. */
export const QuestionRow = memo(function QuestionRow({ question, isMine }: QuestionProps) {
  const { t } = useTranslation(['questions', 'common']);
  const nameOf = useShownName();
  const [isAnswering, setAnswering] = useState(false);
  const { ID, User, User_Name, User_Image, Text, At, Answer, Answered_At } = question;
  return (
    <li className={css.question}>
      <ProfileLink id={User} tabIndex={-1} aria-hidden="true">
        <PersonAvatar id={User || ID} name={User_Name} image={User_Image} size={36} />
      </ProfileLink>
      <div className={css.texts}>
        <p className="small">
          <ProfileLink className={`${css.asker} tap`} id={User}>
            <bdi>{isMine ? t('common:you') : nameOf(User, User_Name)}</bdi>
          </ProfileLink>{' '}
          <span className="dim">
            <TimeAgo time={At} />
          </span>
        </p>
        <WrittenText text={Text} />
        {Answer !== null && !isAnswering && (
          <div className={css.answer}>
            <p className="small">
              <b>{t('questions:organizers')}</b> <span className="dim">{Answered_At && <TimeAgo time={Answered_At} />}</span>
            </p>
            <WrittenText text={Answer} />
          </div>
        )}
        {isAnswering ? (
          <AnswerForm question={question} onClose={() => setAnswering(false)} />
        ) : (
          <div className={`${css.under} small dim`}>
            {Answer === null && <span>{t('questions:open')}</span>}
            <Actions question={question} isMine={isMine} onAnswer={() => setAnswering(true)} />
          </div>
        )}
      </div>
    </li>
  );
});
