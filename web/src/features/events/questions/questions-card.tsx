import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { AsyncList } from '@/components/async-list';
import { useUser } from '@/lib/session';
import { useLoginLink } from '../attendance';
import type { ShownEvent } from '../events.store';
import { AskForm } from './ask-form';
import { QuestionRow } from './question-row';
import css from './questions.module.css';
import { useQuestions } from './questions.store';

/** Questions about an event with the organizers' answers, and a field to ask one. */
export default function QuestionsCard({ event: { ID, Can } }: { event: ShownEvent }) {
  const { t } = useTranslation('questions');
  const user = useUser();
  const { to, state } = useLoginLink();
  const view = useQuestions(ID);
  return (
    <section className={`card ${css.box}`} aria-label={t('title')}>
      <h2 className="h2">{t('title')}</h2>
      {user ? (
        !Can.edit && <AskForm eventId={ID} />
      ) : (
        <p className="small">
          <Link className="link tap" to={to} state={state}>
            {t('login')}
          </Link>
        </p>
      )}
      <AsyncList
        view={view}
        frame="none"
        className={css.list}
        label={t('title')}
        failed={t('failed')}
        empty={<p className="small dim">{t(Can.edit ? 'noneToAnswer' : 'none')}</p>}
      >
        {(question) => <QuestionRow question={question} isMine={question.User !== '' && question.User === user?.ID} />}
      </AsyncList>
    </section>
  );
}
