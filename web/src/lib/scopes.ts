import { type StaffScope, staffScopes } from '#models/contract/staff-scopes';
import type { User } from '#models/contract/users';
import { includesScope, isStaff } from '#models/policies/scopes';
import { useUser } from './session';

/** Pages of staff, and the scopes any of which opens each. */
const staffPages = {
  '/admin/reports': ['moderate', 'report'],
  '/admin/support': ['support'],
  '/admin/people': ['moderate'],
  '/admin/societies': ['approve'],
  '/admin/audit': ['all'],
  '/admin/staff': staffScopes,
} as const satisfies Record<`/admin/${string}`, readonly StaffScope[]>;
export type StaffPage = keyof typeof staffPages;

type Rights = Pick<User, 'Role' | 'Scopes'>;
const rightsOf = ({ Role, Scopes }: Rights) => ({ role: Role, ...(Scopes ? { scopes: Scopes } : {}) });

/** Whether somebody has a scope. */
export const userHasScope = (user: Rights | null, scope: StaffScope): boolean => user !== null && includesScope(rightsOf(user), scope);

/** Whether somebody has any scope. */
export const isStaffUser = (user: Rights | null): boolean => user !== null && isStaff(rightsOf(user));

/** Whether the viewer has a scope. */
export const useScope = (scope: StaffScope): boolean => userHasScope(useUser(), scope);

/** Predicate: whether the viewer may open a page of staff. */
export function useStaffPages(): (page: StaffPage) => boolean {
  const user = useUser();
  return (page) => {
    const scopes: readonly StaffScope[] = staffPages[page];
    return scopes.some((scope) => userHasScope(user, scope));
  };
}
