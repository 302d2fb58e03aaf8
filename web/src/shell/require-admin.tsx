import type { ReactNode } from 'react';
import { Outlet } from 'react-router-dom';
import { useUser } from '@/lib/session';

/** Lets only platform admins through; others get `otherwise`. Use inside RequireSession. */
export function RequireAdmin({ otherwise }: { otherwise: ReactNode }) {
  return useUser()?.Role === 'admin' ? <Outlet /> : otherwise;
}
