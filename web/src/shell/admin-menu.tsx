import { lazyOptional } from '@/lib/lazy-optional';
import { isStaffUser } from '@/lib/scopes';
import { useUser } from '@/lib/session';

const AdminLinks = lazyOptional(() => import('./admin-links'), { areas: ['moderation'] });

/** Links for staff, loaded only for them. */
export function AdminMenu({ onChoose }: { onChoose?: (() => void) | undefined }) {
  return isStaffUser(useUser()) ? <AdminLinks onChoose={onChoose} /> : null;
}
