import type { Member } from '#models/contract/members';
import type { SocietyRole } from '#models/contract/societies';
import type { SocietyFacts } from '#models/policies/facts';
import type { Asker } from '#models/policies/index';
import { namedPeople } from './consents.js';
import { decodePosition, encodePosition, type ListPosition, type SortOrder } from './cursor.js';
import { SharedLoader } from './loader.js';
import { type MembershipDoc, Memberships, memberToWire } from './memberships.js';
import { type Id, toId } from './model.js';
import { loadNaming } from './naming.loaders.js';
import { mergePaginate, paginate } from './paginate.js';
import { peopleWithFacts } from './people.loaders.js';
import { isSensitive, type SocietyDoc } from './societies.js';
import { fold, foldEmail } from './text.js';
import type { PersonDoc } from './users.js';

/** Members' accounts, and the e-mail addresses that the viewer may see: all for the society's admins, else those that members show. */
async function visibleAccounts(asker: Asker, society: SocietyFacts, users: readonly Id[]) {
  const found = await peopleWithFacts(asker.viewer, users);
  const all = asker.can('society.manage', society);
  const people = new Map<string, PersonDoc>();
  const emails = new Map<string, string>();
  for (const [id, { person, facts }] of found) {
    people.set(id, person);
    if (person.deletedAt === null && (all || asker.can('profile.email', facts))) emails.set(id, person.email);
  }
  return { people, emails };
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
interface ShownSociety {
  society: SocietyDoc;
  facts: SocietyFacts;
}
type Keep = (batch: MembershipDoc[]) => Promise<MembershipDoc[]>;

/** Filters members by name, or by address as far as the viewer may see it. */
function byText(asker: Asker, facts: SocietyFacts, text: string): Keep | undefined {
  const [name, address] = [fold(text), foldEmail(text)];
  if (name === '') return undefined;
  return async (batch) => {
    const { emails } = await visibleAccounts(
      asker,
      facts,
      batch.map(({ user }) => user),
    );
    return batch.filter(({ user, nameFolded }) => nameFolded.includes(name) || foldEmail(emails.get(String(user)) ?? '').includes(address));
  };
}

/** How the list is filtered as it is read. */
type Filtering = Pick<Parameters<typeof mergePaginate<MembershipDoc>>[0], 'keep' | 'batch' | 'scansAll'> & {
  /** Part of every read: in a sensitive society, for people outside, those who agreed to be named. */
  among: { user?: { $in: Id[] } };
};

/**
 * Filters members whom the viewer may be shown, and whom they look for: outside a sensitive society those who agreed, and without
 * the rights of a moderator those who do not hide on the list.
 */
async function filteringFor(asker: Asker, { society, facts }: ShownSociety, text: string, limit: number): Promise<Filtering> {
  const moderates = asker.can('society.moderate', facts);
  const matching = byText(asker, facts, text);
  if (moderates) return matching ? { keep: matching, among: {} } : { among: {} };
  const keep: Keep = async (batch) => {
    const mayName = await loadNaming(
      asker,
      batch.map(({ user }) => ({ society, user })),
    );
    const shown = batch.filter(({ user, hidden }) => mayName(society, user) && (!hidden || asker.viewer?.id === String(user)));
    return matching ? matching(shown) : shown;
  };
  const isMasked = isSensitive(society) && !asker.can('society.inside', facts);
  if (isMasked) return { keep, scansAll: true, among: { user: { $in: await namedPeople(society._id) } } };
  return matching ? { keep, among: {} } : { keep, batch: limit + 1, among: {} };
}

/** Position before the first member of a role. */
const first: ListPosition = { values: [''], id: toId('0'.repeat(24)) };
const ranks: readonly SocietyRole[] = ['admin', 'moderator', 'member'];

/** Admins, then moderators, then members, each by name; the cursor's note is the current role. */
async function byRole(society: Id, { role }: MemberFilter, { among, ...filtering }: Filtering, cursor: string | undefined, limit: number) {
  const from = decodePosition(cursor, orders.name);
  const roles = ranks.slice(Math.max(0, ranks.indexOf(from?.note as SocietyRole))).filter((each) => !role || each === role);
  const items: MembershipDoc[] = [];
  for (const [at, each] of roles.entries()) {
    const options = { model: Memberships, reads: [{ society, role: each, ...among }], order: orders.name, limit: limit - items.length };
    const found = await mergePaginate({ ...options, from: at === 0 ? (from?.position ?? null) : null, ...filtering });
    items.push(...found.items);
    if (found.end) return { items, next: encodePosition(found.end, each) };
    const next = roles[at + 1];
    if (next && items.length === limit) return { items, next: encodePosition(first, next) };
  }
  return { items, next: null };
}

function inOrder(society: Id, { role, sort }: MemberFilter, { among, ...filtering }: Filtering, cursor: string | undefined, limit: number) {
  const order: SortOrder = sort === 'joined' ? orders.joined : orders.name;
  const reads = [{ society, ...(role ? { role } : {}), ...among }];
  return paginate({ model: Memberships, reads, order, cursor, limit, ...filtering });
}

/**
 * One page of a society's members as this viewer sees them. The caller authorizes the view of the list, and has loaded the society
 * before: so the roles are at least as new as its `rev`.
 */
export async function memberPage(
  asker: Asker,
  { society, facts }: ShownSociety,
  filter: MemberFilter,
  cursor: string | undefined,
  limit: number,
): Promise<{ members: Member[]; next: string | null }> {
  const page = filter.sort === 'role' ? byRole : inOrder;
  const { items, next } = await page(society._id, filter, await filteringFor(asker, { society, facts }, filter.q, limit), cursor, limit);
  const users = items.map(({ user }) => user);
  const { people, emails } = await visibleAccounts(asker, facts, users);
  const members = items.map((membership) => {
    const id = String(membership.user);
    const Is_Hidden = membership.hidden && { Is_Hidden: true };
    return { ...memberToWire(membership, people.get(id)), ...Is_Hidden, Email: emails.get(id) ?? null, rev: society.rev };
  });
  return { members, next };
}

const roleCounts = new SharedLoader(async (society) => {
  const count = (role: SocietyRole) => Memberships.countDocuments({ society: toId(society), role });
  const [admins, moderators] = await Promise.all([count('admin'), count('moderator')]);
  return { admins, moderators };
});

/** Numbers of members, admins and moderators, shared by all who look at the list. */
export async function countMembers({ _id, members }: SocietyDoc) {
  return { total: members, ...(await roleCounts.cached(String(_id))) };
}
