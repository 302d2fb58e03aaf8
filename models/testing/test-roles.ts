import type { SocietyRole } from '#models/contract/societies';
import type { UserDoc } from '#models/db/users';
import { buildBan, buildInvitation, buildJoinRequest, buildMembership, buildSociety, buildUser, type Ref } from './builders.js';

/** Relations of a person to a society, for test tables. */
export const testRoles = [
  'visitor',
  'outsider',
  'invited',
  'pending',
  'member',
  'moderator',
  'admin',
  'admin of another',
  'platform admin',
  'banned',
  'suspended',
] as const;
export type TestRole = (typeof testRoles)[number];

export const insiders: readonly TestRole[] = ['member', 'moderator', 'admin', 'platform admin'];
export const managers: readonly TestRole[] = ['admin', 'platform admin'];
export const isSocietyRole = (testRole: TestRole): testRole is SocietyRole & TestRole =>
  ['member', 'moderator', 'admin'].includes(testRole);

/** Creates a person in this role in the society; null for a visitor. */
export async function buildPersonInRole(testRole: TestRole, society: Ref): Promise<UserDoc | null> {
  if (testRole === 'visitor') return null;
  const user = await buildUser({
    role: testRole === 'platform admin' ? 'admin' : 'user',
    suspendedAt: testRole === 'suspended' ? new Date() : null,
  });
  if (testRole === 'invited') await buildInvitation({ society, user });
  if (testRole === 'pending') await buildJoinRequest({ society, user });
  if (testRole === 'banned') await buildBan({ society, user });
  if (isSocietyRole(testRole)) await buildMembership({ society, user, role: testRole });
  if (testRole === 'suspended') await buildMembership({ society, user });
  if (testRole === 'admin of another') await buildSociety({ admin: user });
  return user;
}
