import type { JoinRequestDoc } from '#models/db/join-requests';
import { allot } from './allot.js';
import { dayMs, hourMs } from './clock.js';
import { askedKey, type Club, type ClubMember } from './clubs.js';
import type { Context } from './context.js';
import { fill } from './fill.js';
import { inLocale } from './kinds.js';
import { type DemoPerson, memberIndex, platformAdminIndex } from './people.js';
import type { Random } from './random.js';
import { answers, refusals } from './texts/requests.js';

const shareApproved = 0.76;
const pendingAtAdmin = 5;

/** Decided and pending requests of societies with join approval. An approved person is a member since the decision. */
export function makeRequests(context: Context, clubs: readonly Club[], people: readonly DemoPerson[]): JoinRequestDoc[] {
  const random = context.random('requests');
  const asking = clubs.filter(({ text }) => text.asks && text.visibility !== 'invite-only');
  const { decided, pending } = context.scale;
  const sizes = asking.map(({ members }) => members.length);
  const candidates = asking.map((club) => club.members.filter((member) => wasLetIn(club, member)));
  const approved = allot(
    Math.round(decided * shareApproved),
    sizes,
    candidates.map((list) => list.length),
  );
  const rejected = allot(
    decided - approved.reduce((sum, count) => sum + count, 0),
    sizes,
    sizes.map(() => decided),
  );
  const waiting = allot(
    pending - pendingAtAdmin,
    sizes,
    asking.map(({ text }) => (text.key === askedKey ? 0 : pending)),
  ).map((count, i) => (asking[i]?.text.key === askedKey ? pendingAtAdmin : count));
  const requests = asking.flatMap((club, i) => {
    const outside = random.shuffle(people.filter((person) => mayAsk(club, person)));
    const [refused, asks] = [outside.slice(0, rejected[i]), outside.slice(rejected[i] ?? 0, (rejected[i] ?? 0) + (waiting[i] ?? 0))];
    return [
      ...chooseApproved(random, candidates[i] ?? [], approved[i] ?? 0).map((member) => approve(random, club, member)),
      ...refused.map((person) => refuse(context, random, club, person)),
      ...asks.map((person) => waitFor(context, random, club, person)),
    ];
  });
  return requests
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map((request, i) => ({ ...request, _id: context.idOf('joinRequest', i) }));
}

/** Members who joined some days after the society and their own account were created, so that a request fits in before. */
const wasLetIn = (club: Club, { doc, person }: ClubMember): boolean =>
  doc.role === 'member' && doc.joinedAt.getTime() - Math.max(person.doc.createdAt.getTime(), club.doc.createdAt.getTime()) > 4 * dayMs;

const mayAsk = (club: Club, { index, doc }: DemoPerson): boolean =>
  index > platformAdminIndex && !club.indexes.has(index) && doc.createdAt > new Date(0) && index !== memberIndex;

/** Picks the approved requests, the demo member's first. */
function chooseApproved(random: Random, members: readonly ClubMember[], count: number): ClubMember[] {
  const first = members.filter(({ person }) => person.index === memberIndex);
  return [...new Set([...first, ...random.shuffle(members)])].slice(0, count);
}

const adminOf = (club: Club) => (club.members.find(({ doc }) => doc.role === 'admin') as ClubMember).doc.user;

function newRequest(random: Random, club: Club, person: DemoPerson, createdAt: Date): JoinRequestDoc {
  const locale = random.chance(club.text.arabic) ? 'ar' : 'en';
  const answer =
    club.text.question && random.chance(0.85)
      ? fill(inLocale(random.pick(answers), locale), random, locale, { topic: random.pick(club.text.topics) })
      : '';
  const user = person.doc._id;
  return {
    _id: user,
    society: club.doc._id,
    user,
    status: 'pending',
    answer,
    createdAt,
    decidedAt: null,
    decidedBy: null,
    reason: '',
    history: [{ status: 'pending', at: createdAt, by: user, reason: '' }],
    version: 1,
  };
}

function decide(request: JoinRequestDoc, status: 'approved' | 'rejected', club: Club, at: Date, reason = ''): JoinRequestDoc {
  const by = adminOf(club);
  const history = [...request.history, { status, at, by, reason }];
  return { ...request, status, decidedAt: at, decidedBy: by, reason, history, version: 2 };
}

/** A random reply time: mostly within a day, at most three. */
const replyMs = (random: Random): number => Math.round((0.3 + random.next() ** 2 * 70) * hourMs);

const approve = (random: Random, club: Club, { doc, person }: ClubMember): JoinRequestDoc =>
  decide(newRequest(random, club, person, new Date(doc.joinedAt.getTime() - replyMs(random))), 'approved', club, doc.joinedAt);

function refuse({ clock }: Context, random: Random, club: Club, person: DemoPerson): JoinRequestDoc {
  const asked = clock.ago(random, 4 + random.next() * 120);
  const from = Math.max(person.doc.createdAt.getTime(), club.doc.createdAt.getTime());
  const createdAt = new Date(Math.max(asked.getTime(), from + hourMs));
  const at = new Date(Math.min(createdAt.getTime() + replyMs(random), clock.now.getTime() - 60_000));
  const reason = inLocale(random.pick(refusals), random.chance(club.text.arabic) ? 'ar' : 'en');
  return decide(newRequest(random, club, person, createdAt), 'rejected', club, at, reason);
}

function waitFor({ clock }: Context, random: Random, club: Club, person: DemoPerson): JoinRequestDoc {
  const createdAt = clock.ago(random, random.next() ** 1.5 * 6);
  return { ...newRequest(random, club, person, createdAt), pending: true };
}

const measured = 50;

/** Median reply time in hours, as the product computes it. */
export function medianReply(requests: readonly JoinRequestDoc[]): number | null {
  const hours = requests
    .flatMap(({ createdAt, decidedAt }) => (decidedAt ? [{ createdAt, hours: (decidedAt.getTime() - createdAt.getTime()) / hourMs }] : []))
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, measured)
    .map((each) => each.hours)
    .sort((a, b) => a - b);
  const upper = hours[hours.length >> 1];
  if (upper === undefined) return null;
  const median = hours.length % 2 === 1 ? upper : (upper + (hours[(hours.length >> 1) - 1] ?? upper)) / 2;
  return Math.round(median * 10) / 10;
}
