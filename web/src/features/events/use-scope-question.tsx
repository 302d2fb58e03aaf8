import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '@/components/form-dialog';
import type { ShownEvent } from './events.store';
import { ScopeField } from './scope-field';
import { loadMeetings } from './series.store';
import { hasScopes, type Scope } from './series-scope';

interface Question {
  meetings: readonly ShownEvent[];
  answer: (scope: Scope | null) => void;
}

function ScopeDialog({ question: { meetings, answer }, named }: { question: Question; named: string }) {
  const { t } = useTranslation(['event', 'event-form']);
  const [scope, setScope] = useState<Scope>('one');
  const save = t('event-form:edit.submit');
  return (
    <FormDialog
      title={t('event:series.scope.title')}
      action={save}
      busyLabel={save}
      isBusy={false}
      isFirst
      onSubmit={() => answer(scope)}
      onClose={() => answer(null)}
    >
      <ScopeField meetings={meetings} named={named} value={scope} onChange={setScope} />
      <p className="small soft">{t('event:series.scope.moves')}</p>
    </FormDialog>
  );
}

/**
 * The question which meetings a change reaches. `ask` resolves to the answer, to null if the dialog was closed, and to 'one'
 * without a question for a single event and where no other meeting is to come; it throws what the call throws.
 */
export function useScopeQuestion(named: string): { ask: () => Promise<Scope | null>; dialog: ReactNode } {
  const [question, setQuestion] = useState<Question | null>(null);
  const ask = async (): Promise<Scope | null> => {
    const meetings = await loadMeetings(named);
    if (!hasScopes(meetings, named)) return 'one';
    return new Promise((resolve) => {
      const answer = (scope: Scope | null): void => {
        setQuestion(null);
        resolve(scope);
      };
      setQuestion({ meetings, answer });
    });
  };
  return { ask, dialog: question && <ScopeDialog question={question} named={named} /> };
}
