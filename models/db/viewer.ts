import type { SocietyRole } from '#models/contract/societies';
import type { Viewer } from '#models/policies/facts';
import { isStaff } from '#models/policies/scopes';
import { Bans } from './bans.js';
import { blockedAmong } from './blocks.loaders.js';
import { Invitations } from './invitations.js';
import { Loader } from './loader.js';
import { Memberships } from './memberships.js';
import { type Id, toId } from './model.js';
import type { SessionDoc } from './sessions.js';
import { staffRightsOf } from './staff-rights.js';
import { type UserDoc, Users } from './users.js';

export interface LoadedViewer extends Viewer {
  _id: Id;
  name: string;
  image: string;
  email: string;
  /** Societies on whose list of members they hide. */
  hiddenIn: ReadonlySet<string>;
  /** Staff rights that they lack for now, since the session proved no second factor. */
  heldRights?: Pick<Viewer, 'role' | 'scopes'> | undefined;
}

const userFields = { name: 1, image: 1, email: 1, role: 1, staff: 1, suspendedAt: 1, deletedAt: 1, verifiedAt: 1 } as const;

/** Stored documents that determine a person's rights. */
interface ViewerRecords {
  user: Pick<UserDoc, keyof typeof userFields | '_id'>;
  memberships: { society: Id; role: SocietyRole; hidden?: true }[];
  invitations: { society: Id; by: Id }[];
  bans: { society: Id }[];
  blocked: ReadonlySet<string>;
}

interface Owned {
  user: Id;
  society: Id;
}

function byUser<T extends Owned>(docs: readonly T[]): (id: string) => T[] {
  const found = new Map<string, T[]>();
  for (const doc of docs) {
    const own = found.get(String(doc.user));
    if (own) own.push(doc);
    else found.set(String(doc.user), [doc]);
  }
  return (id) => found.get(id) ?? [];
}

/** Viewers by user id; `verified` says whether the address is. */
export const viewerLoader = new Loader<LoadedViewer>(async (keys) => {
  const ids = keys.map(toId);
  const theirs = { user: { $in: ids } };
  const [users, memberships, invitations, bans, blocked] = await Promise.all([
    Users.find({ _id: { $in: ids } }, userFields).lean(),
    Memberships.find(theirs, { user: 1, society: 1, role: 1, hidden: 1 }).lean<(Owned & { role: SocietyRole; hidden?: true })[]>(),
    Invitations.find({ ...theirs, status: 'pending' }, { user: 1, society: 1, by: 1 }).lean<(Owned & { by: Id })[]>(),
    Bans.find(theirs, { user: 1, society: 1 }).lean<Owned[]>(),
    blockedAmong(ids),
  ]);
  const [joined, invited, banned] = [byUser(memberships), byUser(invitations), byUser(bans)];
  const present = users.filter(({ deletedAt }) => !deletedAt);
  return new Map(
    present.map((user): [string, LoadedViewer] => {
      const id = String(user._id);
      const records = { user, memberships: joined(id), invitations: invited(id), bans: banned(id), blocked: blocked.get(id) ?? new Set() };
      return [id, viewerOf(records)];
    }),
  );
});

function viewerOf({ user, memberships, invitations, bans, blocked }: ViewerRecords): LoadedViewer {
  return {
    _id: user._id,
    id: String(user._id),
    name: user.name,
    image: user.image,
    email: user.email,
    ...staffRightsOf(user),
    suspended: user.suspendedAt !== null,
    verified: user.verifiedAt !== null,
    hiddenIn: new Set(memberships.filter(({ hidden }) => hidden).map(({ society }) => String(society))),
    roles: new Map(memberships.map((m) => [String(m.society), m.role])),
    invited: new Set(invitations.filter((i) => !blocked.has(String(i.by))).map((i) => String(i.society))),
    banned: new Set(bans.map((b) => String(b.society))),
    blocked,
  };
}

/** Settings of the gateway that decide about a viewer beside what is stored. */
export interface ViewerSettings {
  emailVerification: boolean;
  /** Whether staff rights need a session with a second factor. */
  staffSecondFactor?: boolean | undefined;
}

const noSettings: ViewerSettings = { emailVerification: false };

/** The viewer without staff rights, which wait for a second factor. */
const withoutRights = ({ role, scopes, ...viewer }: LoadedViewer): LoadedViewer => ({
  ...viewer,
  role: 'user',
  heldRights: { role, ...(scopes ? { scopes } : {}) },
});

/**
 * The viewer under the settings. Everybody counts as verified where no verification is required. Where staff need a second factor,
 * nobody has staff rights, whether a platform admin's or a scope, until `withSession` has seen one.
 */
function underSettings(viewer: LoadedViewer | null, { emailVerification, staffSecondFactor }: ViewerSettings): LoadedViewer | null {
  if (!viewer) return null;
  const verified = viewer.verified || !emailVerification;
  const isHeld = staffSecondFactor === true && isStaff(viewer);
  if (verified === viewer.verified && !isHeld) return viewer;
  return { ...(isHeld ? withoutRights(viewer) : viewer), verified };
}

/** Gives staff the rights that wait for a second factor, where the session proved one. */
export function withSession<V extends object>(viewer: V, { secondFactor }: Pick<SessionDoc, 'secondFactor'>): V {
  const held = 'heldRights' in viewer ? (viewer.heldRights as LoadedViewer['heldRights']) : undefined;
  return held && secondFactor !== undefined ? { ...viewer, ...held, heldRights: undefined } : viewer;
}

/** Loads all facts about a viewer that policies need, current and without a session; null for a deleted account. */
export const loadViewer = async (user: Id, settings = noSettings): Promise<LoadedViewer | null> =>
  underSettings(await viewerLoader.fresh(String(user)), settings);

/** As `loadViewer`, cached. */
export const cachedViewer = async (user: Id, settings: ViewerSettings): Promise<LoadedViewer | null> =>
  underSettings(await viewerLoader.cached(String(user)), settings);
