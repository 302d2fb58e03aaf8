import { useSyncExternalStore } from 'react';

export type ToastKind = 'success' | 'error' | 'warning' | 'info' | 'live';

export interface ToastOptions {
  /** The same id again replaces the toast instead of adding one. */
  id?: string;
  /** At most one action: a link inside the app, or an undo. */
  link?: { to: string; label: string };
  undo?: { label: string; run: () => void };
  /** Shown until another toast replaces it, or until `dropToast`. */
  stays?: boolean;
}

export interface ToastRequest extends ToastOptions {
  kind: ToastKind;
  text: string;
  life: number | false;
}

/** The mounted toast container. */
interface ToastHost {
  show: (toast: ToastRequest) => void;
  drop: (id: string) => void;
}

/** Milliseconds on the screen: 5 s by default, 3 s inside the shell. */
const LIFE = 5000;
const SHELL_LIFE = 3000;
/** Milliseconds for toasts with an undo: enough to read, reconsider and reach the button. */
export const undoMs = 10_000;
let life = LIFE;

let waiting: ToastRequest[] = [];
const listeners = new Set<() => void>();
let host: ToastHost | null = null;
let wanted = false;

/** Sets whether the shell is on the screen: its toasts are shorter. */
export const setShellToasts = (inShell: boolean): void => {
  life = inShell ? SHELL_LIFE : LIFE;
};

/** Shows a toast at the top inline end. The toast library is loaded with the first toast. */
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

/** Removes a toast that no longer applies. */
export function dropToast(id: string): void {
  waiting = waiting.filter((request) => request.id !== id);
  host?.drop(id);
}

/** Connects the container and shows the toasts that waited for it. */
export function connectToasts(next: ToastHost): () => void {
  host = next;
  for (const request of waiting.splice(0)) next.show(request);
  return () => {
    host = null;
  };
}

/** Whether any toast was requested: until then the container is not loaded. */
export const useToastsWanted = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => wanted,
    () => false,
  );
