import type { ReactNode } from 'react';
import { Outlet } from 'react-router-dom';
import { lazyOptional } from '@/lib/lazy-optional';
import { useUser } from '@/lib/session';

const StaffHeld = lazyOptional(() => import('./staff-held'), { areas: ['second-step'] });

/** Lets only platform admins through; others get `otherwise`. Use inside RequireSession. */
export function RequireAdmin({ otherwise }: { otherwise: ReactNode }) {
  const user = useUser();
  if (user?.Role === 'admin') return <Outlet />;
  return user?.Staff_Held ? <StaffHeld /> : otherwise;
}
