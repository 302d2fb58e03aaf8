import { Suspense } from 'react';
import { optional } from '@/lib/optional';
import { useUser } from '@/lib/session';

const VerifyAsks = optional(() => import('./verify-asks'));

/** Under the header until the address is verified: what is missing. */
export function VerifyBanner() {
  return <Suspense>{useUser()?.Verified === false && <VerifyAsks />}</Suspense>;
}
