import { useSyncExternalStore } from 'react';

export type ToastKind = 'success' | 'error' | 'warning' | 'info' | 'live';

export interface ToastOptions {
  /** The same id again replaces the toast instead of adding one. */
  id?: string;
  /** One action at most: a link inside the app, or taking back what was done. */
  link?: { to: string; label: string };
  undo?: { label: string; run: () => void };
}

export interface ToastRequest extends ToastOptions {
  kind: ToastKind;
  text: string;
  life: number;
}

/** Milliseconds: 5 s by default, 3 s for what is said inside the shell. */
const LIFE = 5000;
const SHELL_LIFE = 3000;
/** Long enough to read, to think again, and to reach the button. */
const UNDO_LIFE = 10_000;
let life = LIFE;

type Show = (toast: ToastRequest) => void;
const waiting: ToastRequest[] = [];
const listeners = new Set<() => void>();
let show: Show | null = null;
let wanted = false;

/** The shell is on the screen (or left it): its toasts are shorter. */
export const setShellToasts = (inShell: boolean): void => {
  life = inShell ? SHELL_LIFE : LIFE;
};

/** Says one thing, top inline end. The library behind it is loaded with the first thing said. */
export function toast(kind: ToastKind, text: string, options: ToastOptions = {}): void {
  const request = { kind, text, life: options.undo ? UNDO_LIFE : life, ...options };
  if (show) {
    show(request);
    return;
  }
  waiting.push(request);
  wanted = true;
  for (const listener of listeners) listener();
}

/** For the container: takes over what waited. */
export function connectToasts(next: Show): () => void {
  show = next;
  for (const request of waiting.splice(0)) next(request);
  return () => {
    show = null;
  };
}

/** Whether anything was said yet: until then the container is not loaded. */
export const useToastsWanted = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => wanted,
  );
