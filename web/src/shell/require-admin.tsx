import type { ReactNode } from 'react';
import { lazyOptional } from '@/lib/lazy-optional';
import { type StaffPage, useStaffPages } from '@/lib/scopes';
import { useUser } from '@/lib/session';

const StaffHeld = lazyOptional(() => import('./staff-held'), { areas: ['second-step'] });

interface RequireAdminProps {
  page: StaffPage;
  otherwise: ReactNode;
  children: ReactNode;
}

/**
 * Lets only staff through whose scopes open the page. Staff whose rights wait for a second factor are asked for it; others get
 * `otherwise`. Use inside RequireSession.
 */
export function RequireAdmin({ page, otherwise, children }: RequireAdminProps) {
  const user = useUser();
  if (useStaffPages()(page)) return children;
  return user?.Staff_Held ? <StaffHeld /> : otherwise;
}
