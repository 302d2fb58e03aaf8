import { lazy, Suspense } from 'react';
import { create } from 'zustand';
import { reportMissingScript } from '@/lib/use-lazy-open';

export interface ConfirmQuestion {
  /** Also the button's words, unless `action` differs: it repeats the title's verb. */
  title: string;
  text: string;
  action?: string;
  /** The words of the other button, where 'Cancel' would not say what it does. */
  stay?: string;
  /** Rose, for what cannot be undone. */
  danger?: boolean;
  /** The button's words while `run` works. */
  busy?: string;
  /** Works while the dialog stays open; the dialog closes when it is done, also when it failed. */
  run?: () => Promise<unknown>;
  /** `run` needs no connection. Without `run` nothing does. */
  worksOffline?: boolean;
}

const loadDialog = () => import('./confirm-dialog');

interface Asked extends ConfirmQuestion {
  answer: (yes: boolean) => void;
}

export const useQuestion = create<{ asked: Asked | null }>()(() => ({ asked: null }));

/** Whether a question stands open, or was answered by the very key that also reaches the dialog below it. */
export const isAsking = (): boolean => wasAnswered || useQuestion.getState().asked !== null;
let wasAnswered = false;

/** Asks before what cannot be undone; answers whether the person said yes (and `run` has ended). */
export async function confirm(question: ConfirmQuestion): Promise<boolean> {
  try {
    await loadDialog();
  } catch {
    reportMissingScript();
    return false;
  }
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      useQuestion.setState({ asked: null });
      wasAnswered = true;
      setTimeout(() => {
        wasAnswered = false;
      });
      resolve(yes);
    };
    useQuestion.setState({ asked: { ...question, answer } });
  });
}

const ConfirmDialog = lazy(loadDialog);

/** Stands once in the app; the dialog behind it is loaded with the first question. */
export function ConfirmHost() {
  const asked = useQuestion((state) => state.asked);
  return <Suspense>{asked && <ConfirmDialog question={asked} onAnswer={asked.answer} />}</Suspense>;
}
