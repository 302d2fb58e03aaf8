import type { StaffScope } from '#models/contract/staff-scopes';
import type { Viewer } from './facts.js';

/** A person as far as it decides about their scopes. */
export interface ScopeHolder {
  role: 'user' | 'admin';
  scopes?: readonly StaffScope[];
}

/** Whether a role and scopes include a scope: a platform admin's and `all` include each. */
export const includesScope = ({ role, scopes = [] }: ScopeHolder, scope: StaffScope): boolean =>
  role === 'admin' || scopes.includes('all') || scopes.includes(scope);

/** Whether somebody has any scope. */
export const isStaff = ({ role, scopes = [] }: ScopeHolder): boolean => role === 'admin' || scopes.length > 0;

/** The one place where rules decide whether a viewer is staff for something. A suspended person is not. */
export const hasScope = (viewer: Viewer | null, scope: StaffScope): boolean =>
  viewer !== null && !viewer.suspended && includesScope(viewer, scope);
