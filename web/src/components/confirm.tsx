import { lazy, Suspense } from 'react';
import { create } from 'zustand';
import { reportMissingScript } from '@/lib/use-lazy-open';

export interface ConfirmQuestion {
  /** Also the button's label, unless `action` is set: repeats the title's verb. */
  title: string;
  /** One paragraph per line. */
  text: string;
  action?: string;
  /** Label of the other button, if 'Cancel' would be unclear. */
  stay?: string;
  /** Rose, for actions that cannot be undone. */
  danger?: boolean;
  /** A box that can be checked before the answer, unchecked at first. */
  choice?: { label: string; choose: (on: boolean) => void };
  /** Label of the button while `run` is under way. */
  busy?: string;
  /** Runs while the dialog stays open; the dialog closes when it has finished or failed: it throws, or resolves to false. */
  run?: () => Promise<unknown>;
  /** Whether `run` works offline; true without `run`. */
  worksOffline?: boolean;
}

const loadDialog = () => import('./confirm-dialog');

interface OpenQuestion extends ConfirmQuestion {
  answer: (yes: boolean) => void;
}

const useQuestion = create<{ open: OpenQuestion | null }>()(() => ({ open: null }));

/** Whether a question is open, or was just answered by the key event that also reaches the dialog below it. */
export const isAsking = (): boolean => wasAnswered || useQuestion.getState().open !== null;
let wasAnswered = false;

/** Asks before an action that cannot be undone; resolves to whether it was confirmed and `run` has succeeded. */
export async function confirm(question: ConfirmQuestion): Promise<boolean> {
  try {
    await loadDialog();
  } catch {
    reportMissingScript();
    return false;
  }
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      useQuestion.setState({ open: null });
      wasAnswered = true;
      setTimeout(() => {
        wasAnswered = false;
      });
      resolve(yes);
    };
    useQuestion.setState({ open: { ...question, answer } });
  });
}

const ConfirmDialog = lazy(loadDialog);

/** Renders the open question. Mounted once in the app; the dialog is loaded with the first question. */
export function ConfirmHost() {
  const open = useQuestion((state) => state.open);
  return <Suspense>{open && <ConfirmDialog question={open} onAnswer={open.answer} />}</Suspense>;
}
