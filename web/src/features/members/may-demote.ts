import { demotionAdmins } from '#models/contract/limits';
import type { Society } from '#models/contract/societies';
import { useUser } from '@/lib/session';
import type { MemberCounts } from './members.queries';

/** `staff`: at once, as a platform admin; `ask`: with the agreement of other admins. */
export type DemotionWay = 'staff' | 'ask';

/** How the viewer may have an admin of the society demoted; null if not at all. */
export function useDemotion({ Role }: Society, counts: MemberCounts | undefined): DemotionWay | null {
  const isStaff = useUser()?.Role === 'admin';
  if (isStaff) return 'staff';
  return Role === 'admin' && (counts?.admins ?? 0) >= demotionAdmins ? 'ask' : null;
}
