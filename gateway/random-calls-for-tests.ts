import { deleteAccount } from '#models/contract/account';
import { toggleAttendance, toggleBookmark } from '#models/contract/attendance';
import { register } from '#models/contract/auth';
import { unban } from '#models/contract/bans';
import { checkIn } from '#models/contract/check-in';
import { createComment } from '#models/contract/comments';
import type { Call, InputOf } from '#models/contract/define';
import { cancelEvent, createEvent, updateEvent } from '#models/contract/event-changes';
import { acceptInvitation, declineInvitation, invite } from '#models/contract/invitations';
import { approveRequest, askToJoin, rejectRequest, withdrawRequest } from '#models/contract/join-requests';
import { leaveSociety, removeMember, stepDown, updateMemberRole } from '#models/contract/members';
import { followUser } from '#models/contract/people';
import { createPost, deletePost, likePost } from '#models/contract/posts';
import { updateProfile } from '#models/contract/profiles';
import { reportPost, resolveReport } from '#models/contract/reports';
import { createSociety } from '#models/contract/societies';
import { deleteSociety, restoreSociety } from '#models/contract/society-removal';
import { updateInfo } from '#models/contract/society-settings';
import { suspendUser } from '#models/contract/users';
import { Events } from '#models/db/events';
import { Invitations } from '#models/db/invitations';
import { JoinRequests } from '#models/db/join-requests';
import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { Posts } from '#models/db/posts';
import { Reports } from '#models/db/reports';
import { Sessions } from '#models/db/sessions';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { type UserDoc, Users } from '#models/db/users';
import { ask } from '#models/testing/ask';
import { buildEvent, buildMember, buildPost, buildSession, buildSociety, buildUser } from '#models/testing/builders';
import type { Random } from '#models/testing/demo/random';
import { overlap } from '#models/testing/overlap';
import { forgetPerson } from '#workers/accounts/forget';
import { shutOut } from '#workers/activity/shut';
import { brokenInvariants } from './invariants-for-tests.js';
import { password, settle } from './overlaps-for-tests.js';

/** Random pairs of calls of few people about few things, so that they meet; each pair overlaps. */

interface Someone {
  user: UserDoc;
  id: string;
  token: string;
}

export interface Town {
  /** The gateways. */
  urls: readonly string[];
  random: Random;
  people: Someone[];
  platform: Someone;
  serial: number;
}

/** Subject of the two calls of a round. */
interface Focus {
  society: SocietyDoc;
  society_id: string;
  event_id: string;
  post_id: string;
  whom: Someone;
}
type Does = () => Promise<{ status: number }>;
/** A call that somebody could make; null where there is nothing to be done by it just now. */
type Maker = (town: Town, focus: Focus, who: Someone) => Does | null | Promise<Does | null>;

/** A call through one of the gateways. */
function say<C extends Call>({ urls, random }: Town, who: Someone | null, call: C, input: InputOf<C>): Does {
  const url = random.pick(urls);
  return () => ask(url, call, input, who?.token);
}

/** A call, and the job that follows from it. */
const thenShut =
  (call: Does, society: Id, user: Id | null): Does =>
  async () => {
    const answer = await call();
    await shutOut(society, user);
    return answer;
  };

const nextWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
const plan = {
  description: 'Paper, string and a good wind.',
  category: 'Social',
  date: nextWeek,
  time: '18:00',
  location: 'The hill',
} as const;
const founding = { description: 'Paper, string and a good wind.', category: 'Social' } as const;

/** Memberships, and what leads to them. */
const entries: Maker[] = [
  (town, { society_id }, who) => say(town, who, askToJoin, { society_id }),
  (town, { society_id }, who) => say(town, who, leaveSociety, { society_id }),
  (town, { society_id }, who) => say(town, who, stepDown, { society_id, role: 'member' }),
  (town, { society_id }, who) => say(town, who, withdrawRequest, { society_id }),
  (town, { society_id, whom }, who) =>
    say(town, who, updateMemberRole, {
      society_id,
      member: whom.id,
      role: town.random.pick(['admin', 'admin', 'moderator', 'member'] as const),
    }),
  (town, { society, society_id, whom }, who) =>
    thenShut(
      say(town, who, removeMember, { society_id, user_id: whom.id, ban: town.random.pick(['true', 'false'] as const) }),
      society._id,
      whom.user._id,
    ),
  (town, { society_id, whom }, who) => say(town, who, unban, { society_id, user_id: whom.id }),
  (town, { society_id, whom }, who) => say(town, who, invite, { society_id, user_id: whom.id }),
  (town, { society_id }, who) => say(town, who, invite, { society_id, email: `guest-${town.serial}@uni.example` }),
  (town) =>
    say(town, null, register, {
      name: 'Guest',
      email: `guest-${town.serial}@uni.example`,
      password,
      student_id: `G-${town.random.next()}`,
      photo: 'drawn',
    }),
  async (town, { society }, who) => {
    const open = await Invitations.findOne({ society: society._id, user: who.user._id, open: true }).lean();
    return (
      open && say(town, who, town.random.pick([acceptInvitation, acceptInvitation, declineInvitation]), { invitation_id: String(open._id) })
    );
  },
  async (town, { society }, who) => {
    const open = await JoinRequests.findOne({ society: society._id, pending: true }).lean();
    const request_id = String(open?._id);
    if (!open) return null;
    return town.random.chance(0.7)
      ? say(town, who, approveRequest, { request_id })
      : say(town, who, rejectRequest, { request_id, reason: '' });
  },
];

/** Societies as a whole, and accounts. */
const ends: Maker[] = [
  (town, { society, society_id }, who) => say(town, who, deleteSociety, { society_id, confirm: society.name }),
  (town, { society_id }) => say(town, town.platform, restoreSociety, { society_id }),
  (town, { society_id }, who) => say(town, who, updateInfo, { society_id, name: town.random.pick(['Kites', 'Strings', 'Winds']) }),
  (town, { society, society_id }, who) => {
    const privacy = { visibility: town.random.pick(['public', 'private', 'invite-only'] as const), joinApproval: town.random.chance(0.5) };
    return thenShut(say(town, who, updateInfo, { society_id, privacy }), society._id, null);
  },
  (town, _focus, who) => say(town, who, createSociety, { ...founding, name: town.random.pick(['Kites', 'Strings', 'Winds']) }),
  (town, _focus, who) => say(town, who, updateProfile, { email: `moved-${town.random.int(1, 4)}@uni.example`, password }),
  (town, { whom }) =>
    town.random.chance(0.5) ? say(town, town.platform, suspendUser, { user_id: whom.id, suspended: true, reason: 'Spam' }) : null,
  (town, { whom }) => say(town, town.platform, suspendUser, { user_id: whom.id, suspended: false, reason: '' }),
  (town, _focus, who) => {
    const leave = say(town, who, deleteAccount, { password, keep_posts: false });
    return async () => {
      const answer = await leave();
      await forgetPerson(who.id);
      return answer;
    };
  },
];

/** Calls about the content of a society. */
const contents: Maker[] = [
  (town, { event_id }, who) =>
    say(town, who, toggleAttendance, { event_id, status: town.random.pick(['attending', 'waiting', 'not_attending'] as const) }),
  (town, { event_id }, who) =>
    say(town, who, toggleAttendance, { event_id, status: town.random.pick(['attending', 'waiting', 'not_attending'] as const) }),
  (town, { event_id }, who) => say(town, who, updateEvent, { event_id, max_attendees: town.random.pick([null, 1, 2, 3]) }),
  (town, { event_id, whom }, who) => say(town, who, checkIn, { event_id, user_id: whom.id, undo: town.random.chance(0.3) }),
  (town, { event_id }, who) => (town.random.chance(0.1) ? say(town, who, cancelEvent, { event_id, reason: '' }) : null),
  (town, { society_id }, who) => say(town, who, createEvent, { ...plan, society_id, title: 'Kites at noon', max_attendees: 2 }),
  (town, { event_id }, who) => say(town, who, toggleBookmark, { event_id }),
  (town, { society_id }, who) => say(town, who, createPost, { society_id, content: 'At noon' }),
  (town, { post_id }, who) => say(town, who, createComment, { post_id, content: 'Where?' }),
  (town, { post_id }, who) => say(town, who, likePost, { post_id }),
  (town, { post_id }, who) => say(town, who, deletePost, { post_id }),
  (town, { post_id }, who) => say(town, who, reportPost, { post_id, message: 'Spam' }),
  (town, { whom }, who) => (whom === who ? null : say(town, who, followUser, { user_id: whom.id })),
  async (town, { society }, who) => {
    const open = await Reports.findOne({ society: society._id, open: true }).lean();
    return (
      open &&
      say(town, who, resolveReport, { report_id: String(open._id), action: town.random.pick(['remove', 'dismiss'] as const), note: '' })
    );
  },
];

const areas = [entries, entries, ends, contents, contents];

async function somebody(user: UserDoc): Promise<Someone> {
  return { user, id: String(user._id), token: await buildSession(user) };
}

/** Three societies with their people, events and posts. */
export async function buildTown(urls: readonly string[], random: Random): Promise<Town> {
  const people: Someone[] = [];
  for (const privacy of [
    { visibility: 'public', joinApproval: false },
    { visibility: 'public', joinApproval: true },
    { visibility: 'private' },
  ] as const) {
    const admin = await buildUser({ password });
    const permissions = { whoCanPost: 'all-members', whoCanCreateEvents: 'all-members', whoCanInvite: 'all-members' } as const;
    const society = await buildSociety({ admin, privacy, permissions });
    people.push(await somebody(admin), await somebody(await buildMember(society, 'admin', { password } as Partial<UserDoc>)));
    await buildEvent({ society, seats: 1, seatsLeft: 1 });
    await buildEvent({ society });
    await buildPost({ society, author: admin });
  }
  people.push(await somebody(await buildUser({ password })), await somebody(await buildUser({ password })));
  return { urls, random, people, platform: await somebody(await buildUser({ role: 'admin', password })), serial: 0 };
}

/** In the place of deleted accounts new people come; who was let in again signs in. */
async function refresh(town: Town): Promise<void> {
  for (const [place, { user }] of town.people.entries()) {
    const found = await Users.findById(user._id).lean();
    if (!found || found.deletedAt) town.people[place] = await somebody(await buildUser({ password }));
    else if (!found.suspendedAt && !(await Sessions.exists({ user: user._id }))) town.people[place] = await somebody(found);
  }
}

async function pickFocus({ random, people }: Town): Promise<Focus> {
  const society = random.pick(await Societies.find({}).sort({ _id: 1 }).lean());
  const [events, posts] = await Promise.all([
    Events.find({ society: society._id }, { _id: 1 }).sort({ _id: 1 }).limit(3).lean(),
    Posts.find({ society: society._id }, { _id: 1 }).sort({ _id: -1 }).limit(2).lean(),
  ]);
  const idOf = (docs: readonly { _id: Id }[]): string => String(docs.length > 0 ? random.pick(docs)._id : society._id);
  return { society, society_id: String(society._id), event_id: idOf(events), post_id: idOf(posts), whom: random.pick(people) };
}

/** Mostly an admin of the society calls, else anybody; now and then whom the calls are about. */
async function pickCaller({ random, people }: Town, { society, whom }: Focus): Promise<Someone> {
  if (random.chance(0.25)) return whom;
  const admins = new Set((await Memberships.find({ society: society._id, role: 'admin' }).lean()).map(({ user }) => String(user)));
  const leading = people.filter(({ id }) => admins.has(id));
  return random.pick(leading.length > 0 && random.chance(0.7) ? leading : people);
}

async function pickCall(town: Town, focus: Focus): Promise<{ does: Does; place: string }> {
  for (;;) {
    const area = town.random.pick(areas);
    const maker = town.random.int(0, area.length - 1);
    const does = await area[maker]?.(town, focus, await pickCaller(town, focus));
    if (does) return { does, place: `${['entries', 'ends', 'contents'][[entries, ends, contents].indexOf(area)]}[${maker}]` };
  }
}

/** Jobs that run once more, 15 s after a change. */
async function secondRounds({ society }: Focus): Promise<void> {
  for (const { _id } of await Users.find({ leaving: { $exists: true } }, { _id: 1 }).lean()) await forgetPerson(String(_id));
  await shutOut(society._id, null);
  await settle();
}

/** One pair of calls. Answers what is broken after it, with what was asked. */
export async function randomRound(town: Town): Promise<string[]> {
  town.serial += 1;
  await refresh(town);
  const focus = await pickFocus(town);
  const [one, two] = [await pickCall(town, focus), await pickCall(town, focus)];
  const order = town.random.pick(['first', 'second', 'together'] as const);
  const answers = await overlap(one.does, two.does, order);
  await secondRounds(focus);
  const broken = await brokenInvariants();
  const told = `round ${town.serial}: ${one.place} ${answers[0].status} · ${two.place} ${answers[1].status}, ${order}`;
  const failed = answers.filter(({ status }) => status >= 500).map(() => 'a call failed');
  return [...failed, ...broken].map((each) => `${told}: ${each}`);
}
