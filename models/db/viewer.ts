import type { SocietyRole } from '#models/contract/societies';
import type { Viewer } from '#models/policies/facts';
import { Bans } from './bans.js';
import { blockedWith } from './blocks.loaders.js';
import { Invitations } from './invitations.js';
import { Memberships } from './memberships.js';
import type { Id } from './model.js';
import { Users } from './users.js';

export interface KnownViewer extends Viewer {
  _id: Id;
  name: string;
  image: string;
  email: string;
}

/** Everything the policies ask about a person, read as of now; null when there is no such account any more. */
export async function loadViewer(userId: Id, emailVerification = false): Promise<KnownViewer | null> {
  const [user, memberships, invitations, bans, blocked] = await Promise.all([
    Users.findById(userId, { name: 1, image: 1, email: 1, role: 1, suspendedAt: 1, deletedAt: 1, verifiedAt: 1 }).lean(),
    Memberships.find({ user: userId }, { society: 1, role: 1 }).lean<{ society: Id; role: SocietyRole }[]>(),
    Invitations.find({ user: userId, status: 'pending' }, { society: 1, by: 1 }).lean<{ society: Id; by: Id }[]>(),
    Bans.find({ user: userId }, { society: 1 }).lean<{ society: Id }[]>(),
    blockedWith(userId),
  ]);
  if (!user || user.deletedAt) return null;
  return {
    _id: user._id,
    id: String(user._id),
    name: user.name,
    image: user.image,
    email: user.email,
    role: user.role,
    suspended: user.suspendedAt !== null,
    verified: !emailVerification || user.verifiedAt !== null,
    roles: new Map(memberships.map((m) => [String(m.society), m.role])),
    invited: new Set(invitations.filter((i) => !blocked.has(String(i.by))).map((i) => String(i.society))),
    banned: new Set(bans.map((b) => String(b.society))),
    blocked,
  };
}
