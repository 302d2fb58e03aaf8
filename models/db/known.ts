import type { SocietyRole } from '#models/contract/societies';
import { Kept } from './kept.js';
import { Memberships } from './memberships.js';
import { type Id, toId } from './model.js';
import type { ListedPost } from './posts.js';
import { isAlive, type SessionDoc } from './sessions.js';
import { liveSession } from './sessions.loaders.js';
import { loadSocieties, type SocietyDoc } from './societies.js';
import { loadPeople, type PersonDoc } from './users.js';
import { type KnownViewer, loadViewer } from './viewer.js';

/**
 * What nearly every read asks for, as it was within the last second: for reading only, never for deciding about a change, nor
 * for a live room.
 */
const sessions = new Kept<SessionDoc>();
const viewers = new Kept<KnownViewer>();
const people = new Kept<PersonDoc>();
const societies = new Kept<SocietyDoc>();
const roles = new Kept<SocietyRole>();
const pages = new Kept<ListedPost[]>();

export const knownSession = async (id: string): Promise<SessionDoc | null> => {
  const found = await sessions.one(id, () => liveSession(id));
  return found && isAlive(found) ? found : null;
};

export const knownViewer = (user: Id, emailVerification: boolean): Promise<KnownViewer | null> =>
  viewers.one(String(user), () => loadViewer(user, emailVerification));

export const knownPeople = (ids: Iterable<Id>): Promise<Map<string, PersonDoc>> =>
  people.many(Array.from(ids, String), (missing) => loadPeople(missing.map(toId)));

export const knownSocieties = (ids: Iterable<Id>): Promise<Map<string, SocietyDoc>> =>
  societies.many(Array.from(ids, String), (missing) => loadSocieties(missing.map(toId)));

interface Place {
  society: Id | string;
  user: Id | string;
}
export const roleKey = (society: Id | string, user: Id | string): string => `${society}/${user}`;

/** What these people are in these societies, by `roleKey`; those who are nothing in it are not there. */
export const knownRoles = (places: readonly Place[]): Promise<Map<string, SocietyRole>> =>
  roles.many(
    places.map(({ society, user }) => roleKey(society, user)),
    async (missing) => {
      const [inside, whose] = [0, 1].map((part) => [...new Set(missing.map((key) => key.split('/')[part] as string))].map(toId));
      const found = await Memberships.find({ society: { $in: inside }, user: { $in: whose } }, { society: 1, user: 1, role: 1 }).lean();
      return new Map(found.map(({ society, user, role }) => [roleKey(society, user), role]));
    },
  );

/** The posts of a first page, which many read at the same time; `key` says of what it is the first, and how long it is. */
export const knownPage = async (key: string, load: () => Promise<ListedPost[]>): Promise<ListedPost[]> =>
  (await pages.one(key, load)) ?? [];

/** What was known and has changed is read anew by whoever asks next. */
export const forget = {
  /** Whose they are is not asked: where all of a person's ended, everybody's are read anew. */
  sessions(ids: readonly string[] | 'all'): void {
    if (ids === 'all') sessions.clear();
    else for (const id of ids) sessions.forget(id);
  },
  person(id: string): void {
    people.forget(id);
    viewers.forget(id);
  },
  society: (id: string): void => societies.forget(id),
  pages: (): void => pages.clear(),
  role(society: string, user: string): void {
    roles.forget(roleKey(society, user));
    viewers.forget(user);
  },
};
