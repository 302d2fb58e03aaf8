import { lazyOptional } from '@/lib/lazy-optional';
import { useUser } from '@/lib/session';

const VerifyBannerContent = lazyOptional(() => import('./verify-banner-content'));

/** Banner under the header until the address is verified. */
export function VerifyBanner() {
  return useUser()?.Verified === false ? <VerifyBannerContent /> : null;
}
