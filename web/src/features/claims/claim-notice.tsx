import { lazyOptional } from '@/lib/lazy-optional';
import { useClaimState } from './claims.store';

/** Apart from the question whether it is shown, since it hardly ever is. */
const ClaimCard = lazyOptional(() => import('./claim-card'), { areas: ['members'] });

/** Notice on a society's page that its only admin is away; nothing otherwise. */
export default function ClaimNotice({ societyId }: { societyId: string }) {
  const state = useClaimState(societyId);
  return state && (state.is_claimable || state.own) ? <ClaimCard societyId={societyId} state={state} /> : null;
}
