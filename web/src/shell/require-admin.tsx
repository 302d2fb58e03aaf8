import type { ReactNode } from 'react';
import { Outlet } from 'react-router-dom';
import { useUser } from '@/lib/session';

/** Inside of RequireSession: lets platform admins through; everybody else finds what stands where no page is. */
export function RequireAdmin({ otherwise }: { otherwise: ReactNode }) {
  return useUser()?.Role === 'admin' ? <Outlet /> : otherwise;
}
