import { eventIdsOf } from '#models/bus/series-records';
import { Activities, type ActivityDoc } from '#models/db/activities';
import { Attendances } from '#models/db/attendances';
import { Bans } from '#models/db/bans';
import { Blocks } from '#models/db/blocks';
import { Bookmarks } from '#models/db/bookmarks';
import { Comments } from '#models/db/comments';
import { Events, hasEnded } from '#models/db/events';
import { Follows } from '#models/db/follows';
import { Invitations } from '#models/db/invitations';
import { JoinRequests } from '#models/db/join-requests';
import { Likes } from '#models/db/likes';
import { Memberships } from '#models/db/memberships';
import { OneTimeTokens } from '#models/db/one-time-tokens';
import { Posts } from '#models/db/posts';
import { PushSubscriptions } from '#models/db/push-subscriptions';
import { Reports } from '#models/db/reports';
import { Sessions } from '#models/db/sessions';
import { Societies, societyFacts } from '#models/db/societies';
import { SocietyFollows } from '#models/db/society-follows';
import { SupportRequests } from '#models/db/support-requests';
import { type UserDoc, Users } from '#models/db/users';
import { can } from '#models/policies/index';

/** Reads every document that the invariants of docs/data.md concern. */
async function readStore() {
  const [users, societies, memberships, bans, requests, invitations] = await Promise.all([
    Users.find({}).lean(),
    Societies.find({}).lean(),
    Memberships.find({}).lean(),
    Bans.find({}).lean(),
    JoinRequests.find({}).lean(),
    Invitations.find({}).lean(),
  ]);
  const [events, attendances, reports, sessions, tokens, activities] = await Promise.all([
    Events.find({}).lean(),
    Attendances.find({}).lean(),
    Reports.find({}).lean(),
    Sessions.find({}).lean(),
    OneTimeTokens.find({}).lean(),
    Activities.find({}).sort({ at: 1, _id: 1 }).lean(),
  ]);
  const people = new Map(users.map((user) => [String(user._id), user]));
  const roles = new Map(memberships.map(({ society, user, role }) => [`${society}/${user}`, role]));
  return {
    ...{ users, people, societies, memberships, roles, bans, requests, invitations },
    ...{ events, attendances, reports, sessions, tokens, activities },
  };
}
type Store = Awaited<ReturnType<typeof readStore>>;

const pairOf = ({ society, user }: { society: unknown; user: unknown }): string => `${society}/${user}`;

/** Keys that occur more than once. */
function doubles(keys: readonly string[]): string[] {
  const seen = new Set<string>();
  return [...new Set(keys.filter((key) => seen.size === seen.add(key).size))];
}

function admins({ societies, memberships, people }: Store): string[] {
  const led = new Set(
    memberships.filter(({ role, user }) => role === 'admin' && people.get(String(user))?.deletedAt === null).map((m) => String(m.society)),
  );
  return societies
    .filter(({ _id, removedAt }) => removedAt === null && !led.has(String(_id)))
    .map(({ _id }) => `society ${_id} has no admin`);
}

function members({ societies, memberships }: Store): string[] {
  const counts = new Map<string, number>();
  for (const { society } of memberships) counts.set(String(society), (counts.get(String(society)) ?? 0) + 1);
  const wrong = societies.filter((society) => society.members !== (counts.get(String(society._id)) ?? 0));
  return [
    ...wrong.map(({ _id, members: shown }) => `society ${_id} counts ${shown} members and has ${counts.get(String(_id)) ?? 0}`),
    ...doubles(memberships.map(pairOf)).map((pair) => `${pair} has two roles`),
  ];
}

/** Checks that recorded joins and departures alternate and end with the current membership. */
function ledger({ activities, roles, people }: Store): string[] {
  const sums = new Map<string, number>();
  const steps: Partial<Record<ActivityDoc['verb'], number>> = { 'member.joined': 1, 'member.left': -1, 'member.removed': -1 };
  for (const { verb, society, object } of activities) {
    const pair = pairOf({ society, user: object });
    const step = steps[verb];
    if (step) sums.set(pair, (sums.get(pair) ?? 0) + step);
  }
  // The records of deleted accounts are deleted too.
  const isThere = (pair: string): boolean => people.get(pair.split('/')[1] ?? '')?.deletedAt === null;
  const wrong = [...sums].filter(([pair, sum]) => isThere(pair) && ![0, 1].includes(Number(roles.has(pair)) - sum));
  return wrong.map(([pair, sum]) => `${pair} is recorded to have joined ${sum} times more than left`);
}

function bannedPeople({ bans, requests, invitations, roles }: Store): string[] {
  const pending = new Set(requests.filter((request) => request.pending).map(pairOf));
  const open = invitations.filter((invitation) => invitation.open);
  const invited = new Set(open.map(pairOf));
  const broken: string[] = [];
  for (const ban of bans) {
    const pair = pairOf(ban);
    if (roles.has(pair)) broken.push(`${pair} is banned and a member`);
    if (pending.has(pair)) broken.push(`${pair} is banned and has a pending request`);
    if (invited.has(pair)) broken.push(`${pair} is banned and has an open invitation`);
  }
  for (const pair of roles.keys()) {
    if (pending.has(pair)) broken.push(`${pair} is a member and has a pending request`);
    if (invited.has(pair)) broken.push(`${pair} is a member and has an open invitation`);
  }
  return broken;
}

/** Objects with more decisions than were undone, and one. */
function decidedTwice(activities: readonly ActivityDoc[]): string[] {
  const left = new Map<string, number>();
  const add = (object: unknown, by: number) => left.set(String(object), (left.get(String(object)) ?? 0) + by);
  for (const { verb, object } of activities) {
    if (['report.resolved', 'request.decided', 'request.withdrawn'].includes(verb)) add(object, 1);
    if (verb === 'request.reopened') add(object, -1);
  }
  return [...left].filter(([, count]) => count > 1).map(([object]) => object);
}

function decisions({ requests, invitations, reports, tokens, activities, users }: Store): string[] {
  const broken: string[] = [];
  for (const { _id, status, pending, history } of requests) {
    const since = history.slice(history.map((item) => item.status).lastIndexOf('pending') + 1);
    if ((pending === true) !== (status === 'pending') || since.length > 1 || (since[0]?.status ?? 'pending') !== status)
      broken.push(`request ${_id} is ${status} after ${history.map((item) => item.status)}`);
  }
  for (const { _id, status, open } of invitations)
    if ((open === true) !== (status === 'pending')) broken.push(`invitation ${_id} is ${status} and ${open ? '' : 'not '}open`);
  const removed = new Set(reports.filter(({ status }) => status === 'removed').map(({ object }) => String(object)));
  for (const { _id, open, object } of reports)
    if (open && removed.has(String(object))) broken.push(`report ${_id} is open, and what it is about was removed by another`);
  const deleted = new Set(users.filter(({ deletedAt }) => deletedAt !== null).map(({ _id }) => String(_id)));
  for (const { _id, appealed, about } of reports)
    if (appealed && deleted.has(String(about))) broken.push(`the appeal in report ${_id} is open, and its author is deleted`);
  for (const object of decidedTwice(activities)) broken.push(`${object} was decided twice`);
  const links = tokens
    .filter(({ purpose }) => purpose === 'verify' || purpose === 'reset')
    .map(({ user, purpose }) => `${user} ${purpose}`);
  return [...broken, ...doubles(links).map((link) => `two links work: ${link}`)];
}

function seats({ events, attendances, societies, roles, people, activities }: Store): string[] {
  const broken: string[] = [];
  const homes = new Map(societies.map((society) => [String(society._id), society]));
  const objectsOf = (wanted: ActivityDoc['verb']) =>
    new Set(activities.filter(({ verb }) => verb === wanted).map(({ object }) => String(object)));
  const changed = new Set(
    activities
      .filter(({ verb }) => verb === 'event.updated')
      .flatMap(eventIdsOf)
      .map(String),
  );
  // A skipped person moves up with the next change of the event's seats.
  const [readmitted, restored] = [objectsOf('user.suspended'), objectsOf('society.restored')];
  const isPassedOver = (event: Store['events'][number], user: UserDoc): boolean =>
    user.suspendedAt !== null || user.deletedAt !== null || readmitted.has(String(user._id)) || restored.has(String(event.society));
  const maySee = (event: Store['events'][number], user: UserDoc | undefined): boolean => {
    const home = homes.get(String(event.society));
    if (!home || home.removedAt || user?.role === 'admin' || can(null, 'society.events', societyFacts(home))) return true;
    return roles.has(pairOf({ society: home._id, user: user?._id }));
  };
  for (const event of events.filter(({ removedAt }) => removedAt === null)) {
    const here = attendances.filter((each) => each.event.equals(event._id) && each.state !== 'none');
    const going = here.filter(({ state }) => state === 'going').length;
    if (event.attendees !== going) broken.push(`event ${event._id} counts ${event.attendees} attendees and has ${going}`);
    const held = here.filter(({ offeredUntil }) => offeredUntil !== undefined).length;
    const left = event.seats === null ? null : Math.max(0, event.seats - going - held);
    if (event.seatsLeft !== left) broken.push(`event ${event._id} shows ${event.seatsLeft} seats left, there are ${left}`);
    if (event.seats !== null && going > event.seats && !changed.has(String(event._id)))
      broken.push(`event ${event._id} has ${going} people on ${event.seats} seats`);
    const isOn = event.cancelledAt === null && !hasEnded(event);
    for (const { user, state, checkedInAt, offeredUntil } of here) {
      const person = people.get(String(user));
      if (offeredUntil && state !== 'waiting') broken.push(`${user} has an offer of event ${event._id} without waiting`);
      if (state === 'waiting' && !offeredUntil && isOn && left !== 0 && person && !isPassedOver(event, person) && maySee(event, person))
        broken.push(`${user} waits for event ${event._id}, which has a free seat`);
      if (isOn && !maySee(event, person)) broken.push(`${user} has a seat at event ${event._id}, which they cannot see`);
      if (checkedInAt && state !== 'going') broken.push(`${user} is checked in at event ${event._id} without a seat`);
    }
  }
  return broken;
}

function names({ users, societies, invitations, roles, bans }: Store): string[] {
  const active = societies.filter((society) => society.active).map(({ nameKey }) => `the society name ${nameKey}`);
  const now = Date.now();
  const held = users.flatMap(({ emailFolded, formerEmails = [] }) => {
    const former = formerEmails.filter(({ until }) => until.getTime() > now).map((each) => each.emailFolded);
    return [...new Set([emailFolded, ...former])];
  });
  const willing = users.filter(({ verifiedAt, privacy }) => verifiedAt && privacy.allowMessages);
  const proved = new Map(willing.map(({ _id, emailFolded }) => [emailFolded, _id]));
  // An invitation of an address stays open where its owner is a member or banned, so that nothing reveals the account.
  const settled = new Set([...roles.keys(), ...bans.map(pairOf)]);
  const lost = invitations.filter(({ open, user, emailFolded, society }) => {
    const owner = open && user === null && emailFolded ? proved.get(emailFolded) : undefined;
    return owner !== undefined && !settled.has(pairOf({ society, user: owner }));
  });
  return [
    ...doubles([...active, ...held]).map((name) => `${name} is taken twice`),
    ...lost.map(({ _id }) => `invitation ${_id} did not find the account of its address`),
  ];
}

/** Records that only their actor can have caused. */
const ownActs: readonly ActivityDoc['verb'][] = [
  ...(['post.created', 'comment.created', 'event.created', 'society.created'] as const),
  ...(['report.created', 'request.created', 'ticket.created'] as const),
];

function ended({ users, sessions, activities }: Store): string[] {
  const since = new Map(
    users.flatMap(({ _id, suspendedAt, deletedAt }) => {
      const at = deletedAt ?? suspendedAt;
      return at ? [[String(_id), at.getTime()] as const] : [];
    }),
  );
  const late = activities.filter(({ actor, verb, at }) => ownActs.includes(verb) && at.getTime() > (since.get(String(actor)) ?? Infinity));
  return [
    ...sessions.filter(({ user }) => since.has(String(user))).map(({ user }) => `${user} is suspended or deleted, and signed in`),
    ...late.map(({ actor, verb }) => `${actor} is suspended or deleted, and did ${verb} after it`),
  ];
}

/** Remains of deleted accounts after their clean-up. */
async function leftOvers({ users }: Store): Promise<string[]> {
  const gone = { $in: users.filter(({ deletedAt, leaving }) => deletedAt !== null && !leaving).map(({ _id }) => _id) };
  const counts: Record<string, Promise<number>> = {
    memberships: Memberships.countDocuments({ user: gone }),
    attendances: Attendances.countDocuments({ user: gone }),
    likes: Likes.countDocuments({ user: gone }),
    bookmarks: Bookmarks.countDocuments({ user: gone }),
    follows: Follows.countDocuments({ $or: [{ from: gone }, { to: gone }] }),
    'society follows': SocietyFollows.countDocuments({ user: gone }),
    blocks: Blocks.countDocuments({ $or: [{ from: gone }, { to: gone }] }),
    'join requests': JoinRequests.countDocuments({ user: gone }),
    invitations: Invitations.countDocuments({ user: gone }),
    bans: Bans.countDocuments({ user: gone }),
    sessions: Sessions.countDocuments({ user: gone }),
    links: OneTimeTokens.countDocuments({ user: gone }),
    browsers: PushSubscriptions.countDocuments({ user: gone }),
    tickets: SupportRequests.countDocuments({ user: gone }),
    posts: Posts.countDocuments({ author: gone, removedAt: null }),
    comments: Comments.countDocuments({ author: gone, removedAt: null }),
  };
  const found = await Promise.all(Object.entries(counts).map(async ([what, count]) => [what, await count] as const));
  return found.filter(([, count]) => count > 0).map(([what, count]) => `${count} ${what} of deleted accounts are left`);
}

const checks = [admins, members, ledger, bannedPeople, decisions, seats, names, ended, leftOvers];

/** Lists violations of the invariants of docs/data.md. Counters that are recomputed must be at rest. */
export async function brokenInvariants(): Promise<string[]> {
  const store = await readStore();
  return (await Promise.all(checks.map(async (check) => check(store)))).flat();
}
