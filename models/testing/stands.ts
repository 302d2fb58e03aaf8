import type { SocietyRole } from '#models/contract/societies';
import type { UserDoc } from '#models/db/users';
import { buildBan, buildInvitation, buildJoinRequest, buildMembership, buildSociety, buildUser, type Ref } from './builders.js';

/** How somebody may stand to a society, for tables of tests. */
export const stands = [
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
export type Stand = (typeof stands)[number];

export const insiders: readonly Stand[] = ['member', 'moderator', 'admin', 'platform admin'];
export const managers: readonly Stand[] = ['admin', 'platform admin'];
export const isRole = (stand: Stand): stand is SocietyRole & Stand => ['member', 'moderator', 'admin'].includes(stand);

/** Makes somebody who stands so to the society; null for a visitor. */
export async function buildStanding(stand: Stand, society: Ref): Promise<UserDoc | null> {
  if (stand === 'visitor') return null;
  const user = await buildUser({
    role: stand === 'platform admin' ? 'admin' : 'user',
    suspendedAt: stand === 'suspended' ? new Date() : null,
  });
  if (stand === 'invited') await buildInvitation({ society, user });
  if (stand === 'pending') await buildJoinRequest({ society, user });
  if (stand === 'banned') await buildBan({ society, user });
  if (isRole(stand)) await buildMembership({ society, user, role: stand });
  if (stand === 'suspended') await buildMembership({ society, user });
  if (stand === 'admin of another') await buildSociety({ admin: user });
  return user;
}
