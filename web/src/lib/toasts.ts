import { useSyncExternalStore } from 'react';

export type ToastKind = 'success' | 'error' | 'warning' | 'info' | 'live';

export interface ToastOptions {
  /** The same id again replaces the toast instead of adding one. */
  id?: string;
  /** One action at most: a link inside the app, or taking back what was done. */
  link?: { to: string; label: string };
  undo?: { label: string; run: () => void };
  /** Until another takes its place, or `dropToast`. */
  stays?: boolean;
}

export interface ToastRequest extends ToastOptions {
  kind: ToastKind;
  text: string;
  life: number | false;
}

/** Where things are said. */
interface ToastHost {
  show: (toast: ToastRequest) => void;
  drop: (id: string) => void;
}

/** Milliseconds: 5 s by default, 3 s for what is said inside the shell. */
const LIFE = 5000;
const SHELL_LIFE = 3000;
/** Long enough to read, to think again, and to reach the button. */
export const undoMs = 10_000;
let life = LIFE;

let waiting: ToastRequest[] = [];
const listeners = new Set<() => void>();
let host: ToastHost | null = null;
let wanted = false;

/** The shell is on the screen (or left it): its toasts are shorter. */
export const setShellToasts = (inShell: boolean): void => {
  life = inShell ? SHELL_LIFE : LIFE;
};

/** Says one thing, top inline end. The library behind it is loaded with the first thing said. */
export function toast(kind: ToastKind, text: string, options: ToastOptions = {}): void {
  const request = { kind, text, life: options.stays ? (false as const) : options.undo ? undoMs : life, ...options };
  if (host) {
    host.show(request);
    return;
  }
  waiting.push(request);
  wanted = true;
  for (const listener of listeners) listener();
}

/** What was said is no longer so. */
export function dropToast(id: string): void {
  waiting = waiting.filter((request) => request.id !== id);
  host?.drop(id);
}

/** For the container: takes over what waited. */
export function connectToasts(next: ToastHost): () => void {
  host = next;
  for (const request of waiting.splice(0)) next.show(request);
  return () => {
    host = null;
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
