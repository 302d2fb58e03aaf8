import { type ReactNode, useState } from 'react';
import { reportMissingScript } from '@/lib/use-lazy-open';
import { loadMeetings } from './series.store';
import { hasScopes, type Scope } from './series-scope';

/**
 * The question which meetings a change reaches. `ask` resolves to the answer, to null if the dialog was closed or could not be
 * loaded, and to 'one' without a question for a single event and where no other meeting is to come; it throws what the call throws.
 */
export function useScopeQuestion(named: string): { ask: () => Promise<Scope | null>; dialog: ReactNode } {
  const [dialog, setDialog] = useState<ReactNode>(null);
  const ask = async (): Promise<Scope | null> => {
    const meetings = await loadMeetings(named);
    if (!hasScopes(meetings, named)) return 'one';
    const loaded = await import('./scope-dialog').catch(reportMissingScript);
    if (!loaded) return null;
    const { default: ScopeDialog } = loaded;
    return new Promise((resolve) => {
      const answer = (scope: Scope | null): void => {
        setDialog(null);
        resolve(scope);
      };
      setDialog(<ScopeDialog meetings={meetings} named={named} answer={answer} />);
    });
  };
  return { ask, dialog };
}
