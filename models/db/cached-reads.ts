import type { SocietyRole } from '#models/contract/societies';
import { Memberships } from './memberships.js';
import { type Id, toId } from './model.js';
import type { ListedPost } from './posts.js';
import { isAlive, type SessionDoc } from './sessions.js';
import { liveSession } from './sessions.loaders.js';
import { loadSocieties, type SocietyDoc } from './societies.js';
import { TtlCache } from './ttl-cache.js';
import { loadPeople, type PersonDoc } from './users.js';
import { type LoadedViewer, loadViewer } from './viewer.js';

/**
 * Cached reads of documents that nearly every request needs, at most `cacheTtlMs` old. For reading only: never use them to
 * authorize a change or a live room.
 */
const sessions = new TtlCache<SessionDoc>();
const viewers = new TtlCache<LoadedViewer>();
const people = new TtlCache<PersonDoc>();
const societies = new TtlCache<SocietyDoc>();
const roles = new TtlCache<SocietyRole>();
const pages = new TtlCache<ListedPost[]>();

export const cachedSession = async (id: string): Promise<SessionDoc | null> => {
  const found = await sessions.getOne(id, () => liveSession(id));
  return found && isAlive(found) ? found : null;
};

export const cachedViewer = (user: Id, emailVerification: boolean): Promise<LoadedViewer | null> =>
  viewers.getOne(String(user), () => loadViewer(user, emailVerification));

export const cachedPeople = (ids: Iterable<Id>): Promise<Map<string, PersonDoc>> =>
  people.getMany(Array.from(ids, String), (missing) => loadPeople(missing.map(toId)));

export const cachedSocieties = (ids: Iterable<Id>): Promise<Map<string, SocietyDoc>> =>
  societies.getMany(Array.from(ids, String), (missing) => loadSocieties(missing.map(toId)));

interface MemberRef {
  society: Id | string;
  user: Id | string;
}
export const roleKey = (society: Id | string, user: Id | string): string => `${society}/${user}`;

/** Roles of people in societies, by `roleKey`; omits non-members. */
export const cachedRoles = (members: readonly MemberRef[]): Promise<Map<string, SocietyRole>> =>
  roles.getMany(
    members.map(({ society, user }) => roleKey(society, user)),
    async (missing) => {
      const [societyIds, userIds] = [0, 1].map((part) => [...new Set(missing.map((key) => key.split('/')[part] as string))].map(toId));
      const found = await Memberships.find(
        { society: { $in: societyIds }, user: { $in: userIds } },
        { society: 1, user: 1, role: 1 },
      ).lean();
      return new Map(found.map(({ society, user, role }) => [roleKey(society, user), role]));
    },
  );

/** First page of a post list, shared by its readers; `key` names the list and the page length. */
export const cachedFirstPage = async (key: string, load: () => Promise<ListedPost[]>): Promise<ListedPost[]> =>
  (await pages.getOne(key, load)) ?? [];

/** Drops cached reads after a change, so the next read is current. */
export const invalidate = {
  /** 'all' drops the sessions of everybody, since the cache is not keyed by person. */
  sessions(ids: readonly string[] | 'all'): void {
    if (ids === 'all') sessions.clear();
    else for (const id of ids) sessions.invalidate(id);
  },
  person(id: string): void {
    people.invalidate(id);
    viewers.invalidate(id);
  },
  society: (id: string): void => societies.invalidate(id),
  pages: (): void => pages.clear(),
  role(society: string, user: string): void {
    roles.invalidate(roleKey(society, user));
    viewers.invalidate(user);
  },
};
