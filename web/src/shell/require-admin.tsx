import type { ReactNode } from 'react';
import { type StaffPage, useStaffPages } from '@/lib/scopes';

interface RequireAdminProps {
  page: StaffPage;
  otherwise: ReactNode;
  children: ReactNode;
}

/** Lets only staff through whose scopes open the page; others get `otherwise`. Use inside RequireSession. */
export function RequireAdmin({ page, otherwise, children }: RequireAdminProps) {
  return useStaffPages()(page) ? children : otherwise;
}
