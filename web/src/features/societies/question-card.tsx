import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import { CountedArea } from '@/components/counted-area';
import { keepAnswer, useAnswer } from './join-answer';
import css from './question-card.module.css';

/** The question, and a place for an answer: the button that asks to join sends it. */
export default function QuestionCard({ id, question }: { id: string; question: string }) {
  const { t } = useTranslation('society');
  const answer = useAnswer(id);
  return (
    <section className={`card ${css.card}`} aria-label={t('question.title')}>
      <h2 className="small dim">{t('question.title')}</h2>
      <p className="h3 auto" dir="auto">
        {question}
      </p>
      <CountedArea
        label={t('question.label')}
        value={answer}
        max={lengths.question}
        maxLength={lengths.question}
        autosize={false}
        rows={2}
        onChange={({ currentTarget: { value } }) => keepAnswer(id, value)}
      />
      <p className="small dim">{t('question.help')}</p>
    </section>
  );
}
