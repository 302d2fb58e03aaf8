import { lazyOptional } from '@/lib/lazy-optional';
import { isStaffUser } from '@/lib/scopes';
import { useUser } from '@/lib/session';

const AdminLinks = lazyOptional(() => import('./admin-links'), { areas: ['moderation'] });
const HeldAdminLink = lazyOptional(() => import('./held-admin-link'), { areas: ['second-step'] });

/** Links for staff, loaded only for them. */
export function AdminMenu({ onChoose }: { onChoose?: (() => void) | undefined }) {
  const user = useUser();
  if (isStaffUser(user)) return <AdminLinks onChoose={onChoose} />;
  return user?.Staff_Held ? <HeldAdminLink onChoose={onChoose} /> : null;
}
