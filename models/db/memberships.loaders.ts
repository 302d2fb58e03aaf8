import { LRUCache } from 'lru-cache';
import type { Member } from '#models/contract/members';
import type { SocietyRole } from '#models/contract/societies';
import type { SocietyFacts } from '#models/policies/facts';
import type { Asker } from '#models/policies/index';
import { type MembershipDoc, Memberships, memberToWire } from './memberships.js';
import { decodePosition, encodePosition, type ListPosition, mergePaginate, type SortOrder } from './merge-paginate.js';
import { type Id, toId } from './model.js';
import { loadPersonFacts } from './people.loaders.js';
import type { SocietyDoc } from './societies.js';
import { fold, foldEmail } from './text.js';
import { loadPeople, type UserDoc, Users } from './users.js';

/** The e-mail addresses that this viewer may see among a society's members: its admins all, others those that are shown to them. */
async function visibleEmails(asker: Asker, society: SocietyFacts, users: readonly Id[]): Promise<Map<string, string>> {
  const [found, people] = await Promise.all([
    Users.find({ _id: { $in: users }, deletedAt: null }, { email: 1 }).lean<Pick<UserDoc, '_id' | 'email'>[]>(),
    loadPersonFacts(asker.viewer, users),
  ]);
  const all = asker.can('society.manage', society);
  const isShown = (id: string): boolean => {
    const person = people.get(id);
    return all || (person !== undefined && asker.can('profile.email', person));
  };
  return new Map(found.map(({ _id, email }) => [String(_id), email] as const).filter(([id]) => isShown(id)));
}

const orders = {
  name: [['nameFolded', 1, 'string']],
  joined: [['joinedAt', -1, 'date']],
} as const satisfies Record<string, SortOrder>;

interface MemberFilter {
  q: string;
  role?: SocietyRole | undefined;
  sort: 'name' | 'role' | 'joined';
}
type Keep = (batch: MembershipDoc[]) => Promise<MembershipDoc[]>;

/** Picks those whose name, or whose address as far as the viewer may see it, has the text in it. */
function picker(asker: Asker, facts: SocietyFacts, text: string): Keep | undefined {
  const [name, address] = [fold(text), foldEmail(text)];
  if (name === '') return undefined;
  return async (batch) => {
    const emails = await visibleEmails(
      asker,
      facts,
      batch.map(({ user }) => user),
    );
    return batch.filter(({ user, nameFolded }) => nameFolded.includes(name) || foldEmail(emails.get(String(user)) ?? '').includes(address));
  };
}

/** Before everybody of a role. */
const first: ListPosition = { values: [''], id: toId('0'.repeat(24)) };
const ranks: readonly SocietyRole[] = ['admin', 'moderator', 'member'];

/** Admins, then moderators, then members, each by name; a cursor's note says in whose midst it is. */
async function byRole(society: Id, { role }: MemberFilter, keep: Keep | undefined, cursor: string | undefined, limit: number) {
  const from = decodePosition(cursor, orders.name);
  const roles = ranks.slice(Math.max(0, ranks.indexOf(from?.note as SocietyRole))).filter((each) => !role || each === role);
  const items: MembershipDoc[] = [];
  for (const [at, each] of roles.entries()) {
    const options = { model: Memberships, reads: [{ society, role: each }], order: orders.name, limit: limit - items.length };
    const found = await mergePaginate({ ...options, from: at === 0 ? (from?.position ?? null) : null, ...(keep ? { keep } : {}) });
    items.push(...found.items);
    if (found.end) return { items, next: encodePosition(found.end, each) };
    const next = roles[at + 1];
    if (next && items.length === limit) return { items, next: encodePosition(first, next) };
  }
  return { items, next: null };
}

async function inOrder(society: Id, { role, sort }: MemberFilter, keep: Keep | undefined, cursor: string | undefined, limit: number) {
  const order: SortOrder = sort === 'joined' ? orders.joined : orders.name;
  const reads = [{ society, ...(role ? { role } : {}) }];
  const from = decodePosition(cursor, order)?.position ?? null;
  const { items, end } = await mergePaginate({ model: Memberships, reads, order, from, limit, ...(keep ? { keep } : {}) });
  return { items, next: end && encodePosition(end) };
}

/** One page of a society's members, as this viewer sees them. That the viewer may see the list is for the caller to ask. */
export async function memberPage(
  asker: Asker,
  { society, facts }: { society: SocietyDoc; facts: SocietyFacts },
  filter: MemberFilter,
  cursor: string | undefined,
  limit: number,
): Promise<{ members: Member[]; next: string | null }> {
  const page = filter.sort === 'role' ? byRole : inOrder;
  const { items, next } = await page(society._id, filter, picker(asker, facts, filter.q), cursor, limit);
  const users = items.map(({ user }) => user);
  const [people, emails] = await Promise.all([loadPeople(users), visibleEmails(asker, facts, users)]);
  const members = items.map((membership) => {
    const id = String(membership.user);
    return { ...memberToWire(membership, people.get(id)), Email: emails.get(id) ?? null };
  });
  return { members, next };
}

/** How many members a society has, and how many of them lead it. */
export async function countMembers({ _id, members }: SocietyDoc) {
  const count = (role: SocietyRole) => Memberships.countDocuments({ society: _id, role });
  const [admins, moderators] = await Promise.all([count('admin'), count('moderator')]);
  return { total: members, admins, moderators };
}

/** No longer than screens wait before they ask again after a change (`statistics-refresh.ts`). */
const countTtlMs = 2000;
const maxCachedCounts = 1000;
/** How many people are in these societies, by their ids. */
const people = new LRUCache<string, Promise<number>>({ max: maxCachedCounts, ttl: countTtlMs });

/** How many people are members of at least one of these societies; counted anew every 2 s at most, since it reads every membership. */
export function countPeopleIn(societies: readonly Id[]): Promise<number> {
  const key = societies.map(String).toSorted().join();
  const cached = people.get(key);
  if (cached) return cached;
  const counting = Memberships.distinct('user', { society: { $in: societies } }).then((users) => users.length);
  people.set(key, counting);
  counting.catch(() => people.delete(key));
  return counting;
}
