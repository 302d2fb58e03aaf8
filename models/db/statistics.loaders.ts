import { LRUCache } from 'lru-cache';
import type { Visibility } from '#models/contract/societies';
import type { Asker } from '#models/policies/index';
import { SharedLoader } from './loader.js';
import { Memberships } from './memberships.js';
import { Societies, type SocietyDoc } from './societies.js';
import { ownHidden, readsFor, societyOrders } from './societies.loaders.js';

/** A society with the fields of the discovery panel. */
export type Measured = Pick<SocietyDoc, '_id' | 'name' | 'category' | 'image' | 'members'> & { privacy: { visibility: Visibility } };

const measuredFields = { name: 1, category: 1, image: 1, members: 1, 'privacy.visibility': 1 } as const;
const measure = (read: object): Promise<Measured[]> => Societies.find(read, measuredFields).lean<Measured[]>();
/** Societies of a visibility that is listed to everybody. */
const measured = new SharedLoader<Measured[]>((visibility) => measure({ 'privacy.visibility': visibility, removedAt: null }));

/** Societies visible to the viewer with the fields of the discovery panel, largest first. */
export async function measuredSocieties(asker: Asker): Promise<Measured[]> {
  const parts = readsFor(asker, { order: 'members' }).map(async (read) => {
    const visibility = read['privacy.visibility'];
    if (visibility === 'public' || visibility === 'private') return measured.cached(visibility);
    return (await ownHidden(asker, societyOrders.members)) ?? measure(read);
  });
  return (await Promise.all(parts)).flat().sort((a, b) => b.members - a.members || (a.name < b.name ? -1 : 1));
}

/** At most the delay of a screen's refetch after a change (`statistics-refresh.ts`). */
const ttlMs = 2000;
const maxCachedCounts = 1000;
/** Memberships that one command reads: more would keep other commands waiting. */
const batchMembers = 5000;

/** From this many memberships on, a count takes so long that it is made rarely, and in the background. */
const largeMembers = 20_000;
const largeTtlMs = 5 * 60_000;
/** Age in ms up to which a count of many memberships is answered while it is made again. */
const maxStaleMs = 60 * 60_000;

const membersOf = (societies: readonly Measured[]): number => societies.reduce((sum, { members }) => sum + members, 0);
const idsOf = (societies: readonly Measured[]) => societies.map(({ _id }) => _id);

/** Splits societies into batches with at most `batchMembers` members together; a larger society is a batch of its own. */
function batchesOf(societies: readonly Measured[]): Measured[][] {
  const batches: Measured[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const society of societies) {
    if (size + society.members > batchMembers) {
      batches.push([]);
      size = 0;
    }
    batches.at(-1)?.push(society);
    size += society.members;
  }
  return batches;
}

async function countPeople(societies: readonly Measured[]): Promise<number> {
  const people = new Set<string>();
  for (const batch of batchesOf(societies))
    for (const user of await Memberships.distinct('user', { society: { $in: idsOf(batch) } })) people.add(String(user));
  return people.size;
}

/** Number of people in `hidden` societies who are in none of the `listed` ones. */
async function countOthers(hidden: readonly Measured[], listed: readonly Measured[]): Promise<number> {
  const users = await Memberships.distinct('user', { society: { $in: idsOf(hidden) } });
  const inBoth = await Memberships.distinct('user', { user: { $in: users }, society: { $in: idsOf(listed) } });
  return users.length - inBoth.length;
}

/** Counts by the ids of the societies; one of many memberships by a name, so that another society does not have it made at once. */
const counts = new LRUCache<string, number, () => Promise<number>>({
  max: maxCachedCounts,
  ttl: ttlMs,
  fetchMethod: (_key, _stale, { context: count }) => count(),
});

const keyOf = (societies: readonly Measured[]): string => idsOf(societies).map(String).toSorted().join();

async function cachedCount(key: string, isLarge: boolean, count: () => Promise<number>): Promise<number> {
  const allowStale = isLarge && counts.getRemainingTTL(key) > -maxStaleMs;
  return counts.forceFetch(key, { context: count, allowStale, ttl: isLarge ? largeTtlMs : ttlMs });
}

/**
 * Number of people in at least one of these societies. At most 2 s old; with more than 20,000 memberships, of which each is read, it is
 * counted anew every five minutes.
 */
export async function countPeopleIn(societies: readonly Measured[]): Promise<number> {
  const isListed = ({ privacy }: Measured): boolean => privacy.visibility !== 'invite-only';
  const [listed, hidden] = [societies.filter(isListed), societies.filter((society) => !isListed(society))];
  const isLarge = membersOf(listed) > largeMembers;
  const [people, others] = await Promise.all([
    cachedCount(isLarge ? 'all listed' : keyOf(listed), isLarge, () => countPeople(listed)),
    hidden.length === 0 ? 0 : cachedCount(`hidden ${keyOf(hidden)}`, membersOf(hidden) > largeMembers, () => countOthers(hidden, listed)),
  ]);
  return people + others;
}
