import { lazy, Suspense } from 'react';
import { useToastsWanted } from '@/lib/toasts';

const load = () => import('./toast-container');
const ToastContainer = lazy(load);

/** Has the script in time: the first thing to be said may be that the server is away. */
export const loadToasts = (): void => void load().catch(() => {});

/** The place where things are said; its script comes with the first of them, if it is not there yet. */
export function Toasts() {
  return <Suspense>{useToastsWanted() && <ToastContainer />}</Suspense>;
}
