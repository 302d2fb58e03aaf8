import { sensitiveCategories } from '#models/contract/societies';
import type { MembershipDoc } from '#models/db/memberships';
import type { SocietyDoc } from '#models/db/societies';
import { membershipFields, societyFields } from '../fields.js';
import { dayMs } from './clock.js';
import type { Context } from './context.js';
import { isArabic, type SocietyText } from './kinds.js';
import { type DemoPerson, memberIndex, platformAdminIndex, societyAdminIndex } from './people.js';
import type { Random } from './random.js';
import { societyTexts } from './texts/societies.js';

export interface ClubMember {
  person: DemoPerson;
  doc: MembershipDoc;
}

/** A society with its texts and its members in the order of joining. */
export interface Club {
  text: SocietyText;
  doc: SocietyDoc;
  members: ClubMember[];
  /** Indexes of its members. */
  indexes: Set<number>;
  isOpen: boolean;
}

/** Society run by the demo admin, which the demo member may ask to join. */
export const askedKey = 'robotics';
/** Society with both as members. */
export const sharedKey = 'debate';
/** Societies with neither: a private one and an invite-only one. */
export const closedKey = 'quran';
export const hiddenKey = 'seed';
const memberKeys = ['hikers', sharedKey, 'hands', 'lens', 'books', 'wie'];
const adminKeys = [sharedKey, 'courts', 'code'];
const leastMembers = 7;

export function makeClubs(context: Context, people: readonly DemoPerson[]): Club[] {
  const random = context.random('societies');
  let made = 0;
  return societyTexts.slice(0, context.scale.societies).map((text, index) => {
    const doc = makeSociety(context, random, text, index);
    const chosen = choose(context, random, { text, doc }, people);
    const members = enroll(context, random, doc, chosen, made);
    made += members.length;
    const creator = members[0]?.person.doc._id ?? doc.creator;
    const indexes = new Set(members.map(({ person }) => person.index));
    return { text, members, indexes, doc: { ...doc, creator }, isOpen: doc.privacy.visibility === 'public' };
  });
}

function makeSociety({ clock, idOf }: Context, random: Random, text: SocietyText, index: number): SocietyDoc {
  const slug = isArabic(text.name) ? text.key : text.name.toLowerCase().replace(/[^a-z]+/g, '-');
  return societyFields({
    _id: idOf('society', index),
    name: text.name,
    description: text.description,
    category: text.category,
    question: text.question ?? '',
    tags: [...text.tags],
    rules: text.rules ?? '',
    contactEmail: random.chance(0.7) ? `${slug}@uni.example` : '',
    website: random.chance(0.3) ? `https://${slug}.uni.example` : '',
    createdAt: clock.ago(random, random.int(220, 640)),
    privacy: {
      visibility: text.visibility ?? 'public',
      joinApproval: text.asks === true,
      memberListVisible: !sensitiveCategories.includes(text.category),
      eventsVisible: true,
    },
    permissions: { whoCanPost: text.whoCanPost ?? 'all-members' },
    notifications: { weeklyDigest: random.chance(0.4) },
    rev: 1,
  });
}

/** Picks the members, the creator first: a person whose account is older than the society. */
function choose(
  { scale }: Context,
  random: Random,
  { text, doc }: Pick<Club, 'text' | 'doc'>,
  people: readonly DemoPerson[],
): DemoPerson[] {
  const wanted = Math.min(Math.max(leastMembers, Math.round(text.size * scale.members)), Math.floor(people.length * 0.7));
  const fixed = [...(text.key === askedKey ? [societyAdminIndex] : []), ...fixedOf(text.key)].flatMap((index) => people[index] ?? []);
  const others = random.shuffle(people.slice(platformAdminIndex + 1));
  const old = others.filter((person) => person.doc.createdAt < doc.createdAt);
  const founders = text.key === askedKey ? [] : old.slice(0, 1);
  return [...new Set([...founders, ...fixed, ...old.slice(1, 7), ...others])].slice(0, wanted);
}

const fixedOf = (key: string): number[] => [
  ...(memberKeys.includes(key) ? [memberIndex] : []),
  ...(adminKeys.includes(key) ? [societyAdminIndex] : []),
];

/**
 * Assigns roles and dates: the creator, in a larger society a second admin, then moderators, all from the beginning; other members
 * later, many of them recently.
 */
function enroll({ clock, idOf }: Context, random: Random, doc: SocietyDoc, chosen: readonly DemoPerson[], serial: number): ClubMember[] {
  const admins = chosen.length > 100 ? 2 : 1;
  const staff = admins + Math.min(4, Math.max(1, Math.floor(chosen.length / 40)));
  const mayLead = (person: DemoPerson): boolean => person.index > platformAdminIndex;
  const leaders = [...chosen.slice(0, 1), ...chosen.slice(1).filter(mayLead)].slice(0, staff);
  const members = chosen.map((person, i): ClubMember => {
    const rank = leaders.indexOf(person);
    const role = rank < 0 ? 'member' : rank < admins ? 'admin' : 'moderator';
    const from = Math.max(doc.createdAt.getTime(), person.doc.createdAt.getTime());
    const latest = (clock.now.getTime() - from) / dayMs;
    const days = mayLead(person) ? latest * random.next() ** 1.4 : latest * 0.8;
    const joined = rank === 0 ? doc.createdAt : rank > 0 ? new Date(from + rank * dayMs) : clock.ago(random, days);
    const joinedAt = new Date(Math.min(clock.now.getTime() - 60_000, Math.max(from, joined.getTime())));
    const seen = clock.ago(random, mayLead(person) ? 0.6 + random.next() * 12 : 1 + random.next() * 2);
    const seenAt = mayLead(person) && random.chance(0.4) ? null : new Date(Math.max(joinedAt.getTime(), seen.getTime()));
    const over = { _id: idOf('membership', serial + i), society: doc._id, user: person.doc._id, role, joinedAt, seenAt } as const;
    return { person, doc: membershipFields(person.doc.name, over) };
  });
  return members.sort((a, b) => a.doc.joinedAt.getTime() - b.doc.joinedAt.getTime() || a.person.index - b.person.index);
}

/** Number of members at a time. */
export function membersAt({ members }: Club, at: Date): number {
  let [low, high] = [0, members.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((members[middle] as ClubMember).doc.joinedAt <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Members with a role that may post or plan events in restricted societies. */
export const leadersOf = ({ members }: Club): ClubMember[] => members.filter(({ doc }) => doc.role !== 'member');
