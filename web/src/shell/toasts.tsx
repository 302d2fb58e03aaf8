import { lazy, Suspense } from 'react';
import { useToastsWanted } from '@/lib/toasts';

const ToastContainer = lazy(() => import('./toast-container'));

/** The place where things are said; its script comes with the first of them. */
export function Toasts() {
  return <Suspense>{useToastsWanted() && <ToastContainer />}</Suspense>;
}
