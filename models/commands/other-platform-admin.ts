import { fail } from '#models/contract/failure';
import { holdPerson } from '#models/db/holds';
import type { Id } from '#models/db/model';
import { staffWith } from '#models/db/staff.loaders';
import type { DbSession } from '#models/db/transaction';

/**
 * Fails with `only_staff` unless somebody else who can log in has `all`. Holds that account, so that two who give it up or go at the
 * same time do not leave nobody: each writes the other's account.
 */
export async function requireOtherPlatformAdmin(session: DbSession, user: Id): Promise<void> {
  const other = (await staffWith('all', session)).find((id) => !id.equals(user));
  const held = other && (await holdPerson(session, other));
  if (!held || held.suspendedAt || held.role !== 'admin') fail('only_staff');
}
