import { lazy, Suspense } from 'react';
import { useUser } from '@/lib/session';

const VerifyAsks = lazy(() => import('./verify-asks'));

/** Under the header until the address is verified: what is missing. */
export function VerifyBanner() {
  return <Suspense>{useUser()?.Verified === false && <VerifyAsks />}</Suspense>;
}
