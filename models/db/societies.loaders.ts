import { maskSociety } from '#models/contract/masked';
import { markShared } from '#models/contract/shared-fields';
import type { SharedSociety, Society } from '#models/contract/societies';
import type { SocietyFacts } from '#models/policies/facts';
import type { Asker } from '#models/policies/index';
import { hasScope } from '#models/policies/scopes';
import { societyCanOf } from '#models/policies/society-can';
import { compareBy, type SortOrder } from './cursor.js';
import { newestRequest, newestRequests, ownRequestToWire } from './join-requests.loaders.js';
import { SharedLoader } from './loader.js';
import { type MembershipDoc, Memberships } from './memberships.js';
import { memoizeByParts } from './memoize.js';
import { type Id, toId } from './model.js';
import { loadNaming } from './naming.loaders.js';
import { cutPage, paginate, readAfter } from './paginate.js';
import { pairLoader } from './pair-loader.js';
import { type PostDoc, Posts } from './posts.js';
import { Societies, type SocietyDoc, societyFacts, societyLoader, societyToWire } from './societies.js';
import { fold } from './text.js';
import { type PersonDoc, personLoader } from './users.js';

export interface FoundSociety {
  society: SocietyDoc;
  facts: SocietyFacts;
}

/** A society if the viewer may know of it; else null. */
export async function findSociety(asker: Asker, id: Id): Promise<FoundSociety | null> {
  const society = await societyLoader.fresh(String(id));
  if (!society) return null;
  const facts = societyFacts(society);
  return asker.can('society.see', facts) ? { society, facts } : null;
}

/** A society with the viewer's newest request if they may know its status; else null. */
export async function findOwnRequest(asker: Asker, user: Id, id: Id) {
  const [society, last] = await Promise.all([societyLoader.fresh(String(id)), newestRequest(user, id)]);
  if (!society) return null;
  const facts = { society: societyFacts(society), undecided: last?.pending === true || last?.status === 'withdrawn' };
  return asker.can('joinRequest.seeOwn', facts) ? { society, last, facts } : null;
}

/** The viewer's own state in these societies: newest requests and numbers of new posts. */
async function viewerStateOf(asker: Asker, societies: readonly SocietyDoc[], counting: boolean) {
  if (!asker.viewer) return { requests: null, fresh: null };
  const user = toId(asker.viewer.id);
  const ids = societies.map(({ _id }) => _id);
  const [requests, fresh] = await Promise.all([newestRequests(user, ids), counting ? newCounts(user, ids) : null]);
  return { requests, fresh };
}

/** Rights of nobody. */
const noRights: Society['Can'] = {
  join: false,
  post: false,
  createEvents: false,
  invite: false,
  seePosts: false,
  seeEvents: false,
  seeMembers: false,
  manageRequests: false,
  moderate: false,
  manage: false,
  leave: false,
};

const mostNew = 100;
type NewPost = Pick<PostDoc, 'author' | 'createdAt'>;

/** Newest posts of societies as far as they are counted, shared by their members. */
const newPosts = new SharedLoader<NewPost[]>((key) =>
  Posts.find({ society: toId(key), removedAt: null }, { author: 1, createdAt: 1 })
    .sort({ createdAt: -1, _id: -1 })
    .limit(mostNew)
    .lean<NewPost[]>(),
);

type OwnVisit = Pick<MembershipDoc, 'society' | 'user' | 'seenAt' | 'joinedAt'>;

const loadVisits = pairLoader<OwnVisit, OwnVisit>(
  ({ users, things }) =>
    Memberships.find({ user: { $in: users }, society: { $in: things } }, { _id: 0, society: 1, user: 1, seenAt: 1, joinedAt: 1 })
      .lean<OwnVisit[]>()
      .exec(),
  (visit) => ({ thing: visit.society, value: visit }),
);

/** New posts of others since the member's last visit, at most a hundred. */
async function newCounts(user: Id, societies: readonly Id[]): Promise<Map<string, number>> {
  const ids = societies.map(String);
  const visits = (await loadVisits([String(user)], ids))(String(user));
  const own = ids.flatMap((id) => visits?.get(id) ?? []);
  const newest = await newPosts.cachedMany(own.map(({ society }) => society));
  const counts = await Promise.all(
    own.map(({ society, seenAt, joinedAt }) => newCount(user, society, seenAt ?? joinedAt, newest.get(String(society)) ?? [])),
  );
  return new Map(own.map(({ society }, at) => [String(society), counts[at] ?? 0]));
}

async function newCount(user: Id, society: Id, since: Date, newest: readonly NewPost[]): Promise<number> {
  const unseen = newest.filter(({ createdAt }) => createdAt > since);
  const ofOthers = unseen.filter(({ author }) => !author.equals(user)).length;
  // All of them are new and some are the member's own: older ones count, too.
  const isCut = unseen.length === mostNew && ofOthers < mostNew;
  if (!isCut) return ofOthers;
  return Posts.countDocuments({ society, createdAt: { $gt: since }, removedAt: null, author: { $ne: user } }).limit(mostNew);
}

/**
 * The part of a society that is the same for every viewer, composed once for all who get the same cached documents. `template` is
 * `wire` with empty own fields, so that a copy has room for a viewer's: adding fields to a copy takes ten times as long.
 */
const sharedPartOf = memoizeByParts((society: SocietyDoc, creator: PersonDoc | undefined) => {
  const wire: SharedSociety = societyToWire(society, creator);
  const inside = { Role: null, Privacy: null, Permissions: null, Notifications: null };
  const template: Society = { ...wire, ...inside, ...ownRequestToWire(undefined), New_Count: null, Can: noRights };
  return { wire, template };
});

/** Societies as this viewer sees them, in the order given; `counting` adds numbers of new posts. */
export async function societiesForViewer(asker: Asker, societies: readonly SocietyDoc[], counting = false): Promise<Society[]> {
  if (societies.length === 0) return [];
  const [people, mayName, { requests, fresh }] = await Promise.all([
    personLoader.cachedMany(societies.map((society) => society.creator)),
    loadNaming(
      asker,
      societies.map((society) => ({ society, user: society.creator })),
    ),
    viewerStateOf(asker, societies, counting),
  ]);
  return societies.flatMap((society) => {
    const facts = societyFacts(society);
    if (!asker.can('society.see', facts)) return [];
    const inside = asker.can('society.inside', facts);
    const { wire, template } = sharedPartOf(society, people.get(String(society.creator)));
    const own = {
      Role: asker.viewer?.roles.get(facts.id) ?? null,
      Privacy: inside ? society.privacy : null,
      Permissions: inside ? society.permissions : null,
      Notifications: inside ? society.notifications : null,
      ...ownRequestToWire(requests?.get(facts.id)),
      New_Count: fresh?.get(facts.id) ?? null,
      Can: societyCanOf(asker, facts),
    };
    if (!mayName(society, society.creator)) return [{ ...maskSociety(template), ...own }];
    return [markShared<Society, SharedSociety>({ ...template, ...own }, wire)];
  });
}

export const societyOrders = {
  members: [['members', -1, 'number']],
  name: [['nameFolded', 1, 'string']],
  newest: [['createdAt', -1, 'date']],
  trending: [
    ['growth', -1, 'number'],
    ['activity', -1, 'number'],
  ],
} as const satisfies Record<string, SortOrder>;

export interface SocietyFilter {
  q: string;
  category?: string | undefined;
  order: keyof typeof societyOrders;
}

/**
 * Index-ordered filters that cover everything visible to the viewer and little more; the policy decides finally. The category is
 * part of them if an index has it in this order; else it is filtered afterwards.
 */
export function readsFor({ viewer }: Asker, { category, order }: Pick<SocietyFilter, 'category' | 'order'>): Record<string, unknown>[] {
  const shared = { removedAt: null, ...(category && order === 'members' ? { category } : {}) };
  if (order === 'name') return [{ active: true, ...shared }];
  const listed = ['public', 'private'].map((visibility) => ({ 'privacy.visibility': visibility, ...shared }));
  const hidden = { 'privacy.visibility': 'invite-only', ...shared };
  if (hasScope(viewer, 'moderate')) return [...listed, hidden];
  const own = viewer ? [...viewer.roles.keys(), ...viewer.invited].map(toId) : [];
  return own.length > 0 ? [...listed, { _id: { $in: own }, ...hidden }] : listed;
}

/** Hidden societies that the viewer belongs to or is invited to, in an order; null where the viewer sees all hidden ones. */
export async function ownHidden({ viewer }: Asker, order: SortOrder): Promise<SocietyDoc[] | null> {
  if (!viewer || hasScope(viewer, 'moderate')) return null;
  const own = await societyLoader.cachedMany([...viewer.roles.keys(), ...viewer.invited]);
  return [...own.values()]
    .filter(({ removedAt, privacy }) => removedAt === null && privacy.visibility === 'invite-only')
    .sort(compareBy(order));
}

/** First societies of a visibility in an order, shared by all who list them. Keys are order, visibility, category and length. */
const firstSocieties = new SharedLoader<SocietyDoc[]>((key) => {
  const [order, visibility, category, size] = JSON.parse(key) as [SocietyFilter['order'], string, string | null, number];
  const read = { 'privacy.visibility': visibility, removedAt: null, ...(category === null ? {} : { category }) };
  return readAfter({ model: Societies, reads: [read], order: societyOrders[order] }, null, size);
});

/** The first page without a search, which needs no reading but of what is hidden from others. */
async function firstPage(asker: Asker, { order, category }: SocietyFilter, limit: number) {
  const parts = readsFor(asker, { order, category }).map(async (read) => {
    const visibility = read['privacy.visibility'];
    if (visibility === 'invite-only') {
      const own = (await ownHidden(asker, societyOrders[order]))?.filter((society) => !category || society.category === category);
      return own ?? readAfter({ model: Societies, reads: [read], order: societyOrders[order] }, null, limit + 1);
    }
    return firstSocieties.cached(JSON.stringify([order, visibility, category ?? null, limit + 1]));
  });
  const found = (await Promise.all(parts)).flat();
  const sorted = found.sort(compareBy(societyOrders[order]));
  const { items: societies, next } = cutPage(sorted, limit, societyOrders[order]);
  return { societies, next };
}

/** One page of the societies that the viewer may discover. */
export async function societyPage(asker: Asker, filter: SocietyFilter, cursor: string | undefined, limit: number) {
  const order: SortOrder = societyOrders[filter.order];
  const q = fold(filter.q);
  const matches = (society: SocietyDoc): boolean =>
    (!filter.category || society.category === filter.category) &&
    [society.name, society.description, society.category].some((text) => fold(text).includes(q)) &&
    asker.can('society.see', societyFacts(society));
  const isPicked = q !== '' || filter.order === 'name' || (filter.category !== undefined && filter.order !== 'members');
  if (!isPicked && !cursor) return firstPage(asker, filter, limit);
  const { items: societies, next } = await paginate({
    model: Societies,
    reads: readsFor(asker, filter),
    order,
    isUnique: filter.order === 'name',
    cursor,
    limit,
    ...(isPicked ? { keep: (batch: SocietyDoc[]) => batch.filter(matches) } : {}),
  });
  return { societies, next };
}

/** Societies of these ids, by name; omits removed ones. For reading: the caller authorizes. */
export async function societiesByIds(ids: readonly Id[]): Promise<SocietyDoc[]> {
  const found = await societyLoader.cachedMany(ids);
  return [...found.values()].filter(({ removedAt }) => removedAt === null).sort((a, b) => (a.nameFolded < b.nameFolded ? -1 : 1));
}
