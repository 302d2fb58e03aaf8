import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from './support.module.css';

/** Questions in the order of the specification. */
const questions = [
  'joining',
  'creating',
  'organizing',
  'leaving',
  'roles',
  'privacy',
  'reporting',
  'profile',
  'visibility',
  'technical',
] as const;
type Question = (typeof questions)[number];

function FaqEntry({ question, isOpen, onToggle }: { question: Question; isOpen: boolean; onToggle: () => void }) {
  const { t } = useTranslation('support');
  const id = useId();
  return (
    <li className={css.entry}>
      <h3 className={css.question}>
        <button type="button" aria-expanded={isOpen} aria-controls={isOpen ? id : undefined} onClick={onToggle}>
          <span className="grow">{t(`faq.${question}.question`)}</span>
          <IconChevronDown size={19} stroke={1.75} aria-hidden="true" />
        </button>
      </h3>
      {isOpen && (
        <p id={id} className={`${css.answer} soft`}>
          {t(`faq.${question}.answer`)}
        </p>
      )}
    </li>
  );
}

/** Frequently asked questions; opening an answer closes the previous one. */
export function Faq() {
  const { t } = useTranslation('support');
  const [opened, setOpened] = useState<Question | null>(null);
  return (
    <section className={`card ${css.faq}`} aria-labelledby="faq">
      <h2 id="faq" className="h2">
        {t('faq.title')}
      </h2>
      <ul>
        {questions.map((question) => (
          <FaqEntry
            key={question}
            question={question}
            isOpen={question === opened}
            onToggle={() => setOpened(question === opened ? null : question)}
          />
        ))}
      </ul>
    </section>
  );
}
