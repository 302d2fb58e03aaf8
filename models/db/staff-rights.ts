import { type StaffScope, staffScopes } from '#models/contract/staff-scopes';
import { includesScope, type ScopeHolder } from '#models/policies/scopes';
import type { Id } from './model.js';

/** A scope that two people gave in the app. */
export interface StaffGrant {
  scope: StaffScope;
  by: Id;
  confirmedBy: Id;
  at: Date;
}

/** An account as far as it decides about its rights as staff. */
interface RightsDoc {
  role: 'user' | 'admin';
  staff?: StaffGrant[];
}

/** Scopes besides those of a platform admin, in the order of the contract. */
const scopesOf = ({ staff = [] }: Pick<RightsDoc, 'staff'>): StaffScope[] =>
  staffScopes.filter((scope) => scope !== 'all' && staff.some((grant) => grant.scope === scope));

/** The one place where an account's staff rights are read: its role and its scopes. */
export function staffRightsOf(user: RightsDoc): { role: RightsDoc['role']; scopes?: StaffScope[] } {
  const scopes = scopesOf(user);
  return { role: user.role, ...(scopes.length > 0 ? { scopes } : {}) };
}

/**
 * The viewer's staff rights that the account still has. Gives back none that the viewer lacks, since those may wait for a second
 * factor.
 */
export function remainingRights(viewer: ScopeHolder, user: RightsDoc): Required<ScopeHolder> {
  const { role, scopes = [] } = staffRightsOf(user);
  return { role: viewer.role === 'admin' ? role : 'user', scopes: scopes.filter((scope) => includesScope(viewer, scope)) };
}

/** Filters for the accounts that have a scope; each is one index. */
export const holdersOf = (scope: StaffScope): object[] => [{ role: 'admin' }, ...(scope === 'all' ? [] : [{ 'staff.scope': scope }])];

/** The field of an answer that only staff with single scopes have. */
export const scopesToWire = (user: RightsDoc): { Scopes?: StaffScope[] } => {
  const { scopes } = staffRightsOf(user);
  return scopes ? { Scopes: scopes } : {};
};
