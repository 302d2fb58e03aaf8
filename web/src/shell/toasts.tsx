import { lazy, Suspense } from 'react';
import { useToastsWanted } from '@/lib/toasts';

const load = () => import('./toast-container');
const ToastContainer = lazy(load);

/** Loads the script early, since the first toast may be that the server is unreachable. */
export const loadToasts = (): void => void load().catch(() => {});

/** The toast container; rendered with the first toast. */
export function Toasts() {
  return <Suspense>{useToastsWanted() && <ToastContainer />}</Suspense>;
}
