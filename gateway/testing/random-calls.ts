import { deleteAccount } from '#models/contract/account';
import { toggleAttendance, toggleBookmark } from '#models/contract/attendance';
import { unban } from '#models/contract/bans';
import { checkIn } from '#models/contract/check-in';
import { createComment } from '#models/contract/comments';
import type { Call, InputOf } from '#models/contract/define';
import { cancelEvent, createEvent, updateEvent } from '#models/contract/event-changes';
import { acceptInvitation, declineInvitation } from '#models/contract/invitation-answers';
import { invite } from '#models/contract/invitations';
import { rejectRequest } from '#models/contract/join-request-queue';
import { approveRequest, askToJoin, withdrawRequest } from '#models/contract/join-requests';
import { removeMember, stepDown, updateMemberRole } from '#models/contract/member-list';
import { leaveSociety } from '#models/contract/members';
import { followUser } from '#models/contract/people';
import { createPost, deletePost, likePost } from '#models/contract/posts';
import { updateProfile } from '#models/contract/profile-changes';
import { reportPost, resolveReport } from '#models/contract/reports';
import { register } from '#models/contract/sign-up';
import { createSociety } from '#models/contract/society-creation';
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
import { callApi } from '#models/testing/api-client';
import { buildEvent, buildMember, buildPost, buildSession, buildSociety, buildUser } from '#models/testing/builders';
import type { Random } from '#models/testing/demo/random';
import { overlap } from '#models/testing/overlap';
import { testSettings } from '#models/testing/settings';
import { erasePerson } from '#workers/accounts/erase-person';
import { revokeAccess } from '#workers/activity/on-access-revoked';
import { brokenInvariants } from './invariants.js';
import { password, settleCounters } from './overlapping-calls.js';

/** Random pairs of overlapping calls of few people about few objects, so that they conflict. */

interface RandomPerson {
  user: UserDoc;
  id: string;
  token: string;
}

export interface RandomCommunity {
  /** Addresses of the gateways. */
  urls: readonly string[];
  random: Random;
  people: RandomPerson[];
  platform: RandomPerson;
  serial: number;
}

/** Objects of the two calls of a round. */
interface Focus {
  society: SocietyDoc;
  society_id: string;
  event_id: string;
  post_id: string;
  whom: RandomPerson;
}
type RandomCall = () => Promise<{ status: number }>;
/** Makes a possible call; null where there is nothing to do. */
type Maker = (community: RandomCommunity, focus: Focus, who: RandomPerson) => RandomCall | null | Promise<RandomCall | null>;

/** A call through a random gateway. */
function makeCall<C extends Call>({ urls, random }: RandomCommunity, who: RandomPerson | null, call: C, input: InputOf<C>): RandomCall {
  const url = random.pick(urls);
  return () => callApi(url, call, input, who?.token);
}

/** A call, followed by the job that revokes access. */
const thenRevokeAccess =
  (call: RandomCall, society: Id, user: Id | null): RandomCall =>
  async () => {
    const answer = await call();
    await revokeAccess(society, user);
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

/** Calls about memberships, requests and invitations. */
const entries: Maker[] = [
  (community, { society_id }, who) => makeCall(community, who, askToJoin, { society_id }),
  (community, { society_id }, who) => makeCall(community, who, leaveSociety, { society_id }),
  (community, { society_id }, who) => makeCall(community, who, stepDown, { society_id, role: 'member' }),
  (community, { society_id }, who) => makeCall(community, who, withdrawRequest, { society_id }),
  (community, { society_id, whom }, who) =>
    makeCall(community, who, updateMemberRole, {
      society_id,
      member: whom.id,
      role: community.random.pick(['admin', 'admin', 'moderator', 'member'] as const),
    }),
  (community, { society, society_id, whom }, who) =>
    thenRevokeAccess(
      makeCall(community, who, removeMember, { society_id, user_id: whom.id, ban: community.random.pick(['true', 'false'] as const) }),
      society._id,
      whom.user._id,
    ),
  (community, { society_id, whom }, who) => makeCall(community, who, unban, { society_id, user_id: whom.id }),
  (community, { society_id, whom }, who) => makeCall(community, who, invite, { society_id, user_id: whom.id }),
  (community, { society_id }, who) => makeCall(community, who, invite, { society_id, email: `guest-${community.serial}@uni.example` }),
  (community) =>
    makeCall(community, null, register, {
      name: 'Guest',
      email: `guest-${community.serial}@uni.example`,
      password,
      student_id: `G-${community.random.next()}`,
      photo: 'drawn',
    }),
  async (community, { society }, who) => {
    const open = await Invitations.findOne({ society: society._id, user: who.user._id, open: true }).lean();
    return (
      open &&
      makeCall(community, who, community.random.pick([acceptInvitation, acceptInvitation, declineInvitation]), {
        invitation_id: String(open._id),
      })
    );
  },
  async (community, { society }, who) => {
    const open = await JoinRequests.findOne({ society: society._id, pending: true }).lean();
    const request_id = String(open?._id);
    if (!open) return null;
    return community.random.chance(0.7)
      ? makeCall(community, who, approveRequest, { request_id })
      : makeCall(community, who, rejectRequest, { request_id, reason: '' });
  },
];

/** Calls about societies as a whole and accounts. */
const ends: Maker[] = [
  (community, { society, society_id }, who) => makeCall(community, who, deleteSociety, { society_id, confirm: society.name }),
  (community, { society_id }) => makeCall(community, community.platform, restoreSociety, { society_id }),
  (community, { society_id }, who) =>
    makeCall(community, who, updateInfo, { society_id, name: community.random.pick(['Kites', 'Strings', 'Winds']) }),
  (community, { society, society_id }, who) => {
    const privacy = {
      visibility: community.random.pick(['public', 'private', 'invite-only'] as const),
      joinApproval: community.random.chance(0.5),
    };
    return thenRevokeAccess(makeCall(community, who, updateInfo, { society_id, privacy }), society._id, null);
  },
  (community, _focus, who) =>
    makeCall(community, who, createSociety, { ...founding, name: community.random.pick(['Kites', 'Strings', 'Winds']) }),
  (community, _focus, who) =>
    makeCall(community, who, updateProfile, { email: `moved-${community.random.int(1, 4)}@uni.example`, password }),
  (community, { whom }) =>
    community.random.chance(0.5)
      ? makeCall(community, community.platform, suspendUser, { user_id: whom.id, suspended: true, reason: 'Spam' })
      : null,
  (community, { whom }) => makeCall(community, community.platform, suspendUser, { user_id: whom.id, suspended: false, reason: '' }),
  (community, _focus, who) => {
    const leave = makeCall(community, who, deleteAccount, { password, keep_posts: false });
    return async () => {
      const answer = await leave();
      await erasePerson(who.id, testSettings.mailer);
      return answer;
    };
  },
];

/** Calls about the content of a society. */
const contents: Maker[] = [
  (community, { event_id }, who) =>
    makeCall(community, who, toggleAttendance, {
      event_id,
      status: community.random.pick(['attending', 'waiting', 'not_attending'] as const),
    }),
  (community, { event_id }, who) =>
    makeCall(community, who, toggleAttendance, {
      event_id,
      status: community.random.pick(['attending', 'waiting', 'not_attending'] as const),
    }),
  (community, { event_id }, who) =>
    makeCall(community, who, updateEvent, { event_id, max_attendees: community.random.pick([null, 1, 2, 3]) }),
  (community, { event_id, whom }, who) =>
    makeCall(community, who, checkIn, { event_id, user_id: whom.id, undo: community.random.chance(0.3) }),
  (community, { event_id }, who) => (community.random.chance(0.1) ? makeCall(community, who, cancelEvent, { event_id, reason: '' }) : null),
  (community, { society_id }, who) =>
    makeCall(community, who, createEvent, { ...plan, society_id, title: 'Kites at noon', max_attendees: 2 }),
  (community, { event_id }, who) => makeCall(community, who, toggleBookmark, { event_id }),
  (community, { society_id }, who) => makeCall(community, who, createPost, { society_id, content: 'At noon' }),
  (community, { post_id }, who) => makeCall(community, who, createComment, { post_id, content: 'Where?' }),
  (community, { post_id }, who) => makeCall(community, who, likePost, { post_id }),
  (community, { post_id }, who) => makeCall(community, who, deletePost, { post_id }),
  (community, { post_id }, who) => makeCall(community, who, reportPost, { post_id, message: 'Spam' }),
  (community, { whom }, who) => (whom === who ? null : makeCall(community, who, followUser, { user_id: whom.id })),
  async (community, { society }, who) => {
    const open = await Reports.findOne({ society: society._id, open: true }).lean();
    return (
      open &&
      makeCall(community, who, resolveReport, {
        report_id: String(open._id),
        action: community.random.pick(['remove', 'dismiss'] as const),
        note: '',
      })
    );
  },
];

const areas = [entries, entries, ends, contents, contents];

async function buildPerson(user: UserDoc): Promise<RandomPerson> {
  return { user, id: String(user._id), token: await buildSession(user) };
}

/** Three societies with people, events and posts. */
export async function buildCommunity(urls: readonly string[], random: Random): Promise<RandomCommunity> {
  const people: RandomPerson[] = [];
  for (const privacy of [
    { visibility: 'public', joinApproval: false },
    { visibility: 'public', joinApproval: true },
    { visibility: 'private' },
  ] as const) {
    const admin = await buildUser({ password });
    const permissions = { whoCanPost: 'all-members', whoCanCreateEvents: 'all-members', whoCanInvite: 'all-members' } as const;
    const society = await buildSociety({ admin, privacy, permissions });
    people.push(await buildPerson(admin), await buildPerson(await buildMember(society, 'admin', { password } as Partial<UserDoc>)));
    await buildEvent({ society, seats: 1, seatsLeft: 1 });
    await buildEvent({ society });
    await buildPost({ society, author: admin });
  }
  people.push(await buildPerson(await buildUser({ password })), await buildPerson(await buildUser({ password })));
  return { urls, random, people, platform: await buildPerson(await buildUser({ role: 'admin', password })), serial: 0 };
}

/** Replaces deleted accounts by new people, and signs in people whose suspension ended. */
async function refresh(community: RandomCommunity): Promise<void> {
  for (const [place, { user }] of community.people.entries()) {
    const found = await Users.findById(user._id).lean();
    if (!found || found.deletedAt) community.people[place] = await buildPerson(await buildUser({ password }));
    else if (!found.suspendedAt && !(await Sessions.exists({ user: user._id }))) community.people[place] = await buildPerson(found);
  }
}

async function pickFocus({ random, people }: RandomCommunity): Promise<Focus> {
  const society = random.pick(await Societies.find({}).sort({ _id: 1 }).lean());
  const [events, posts] = await Promise.all([
    Events.find({ society: society._id }, { _id: 1 }).sort({ _id: 1 }).limit(3).lean(),
    Posts.find({ society: society._id }, { _id: 1 }).sort({ _id: -1 }).limit(2).lean(),
  ]);
  const idOf = (docs: readonly { _id: Id }[]): string => String(docs.length > 0 ? random.pick(docs)._id : society._id);
  return { society, society_id: String(society._id), event_id: idOf(events), post_id: idOf(posts), whom: random.pick(people) };
}

/** Picks the caller: mostly an admin of the society, else anybody, and sometimes the person whom the calls are about. */
async function pickCaller({ random, people }: RandomCommunity, { society, whom }: Focus): Promise<RandomPerson> {
  if (random.chance(0.25)) return whom;
  const admins = new Set((await Memberships.find({ society: society._id, role: 'admin' }).lean()).map(({ user }) => String(user)));
  const leading = people.filter(({ id }) => admins.has(id));
  return random.pick(leading.length > 0 && random.chance(0.7) ? leading : people);
}

async function pickCall(community: RandomCommunity, focus: Focus): Promise<{ run: RandomCall; place: string }> {
  for (;;) {
    const area = community.random.pick(areas);
    const maker = community.random.int(0, area.length - 1);
    const run = await area[maker]?.(community, focus, await pickCaller(community, focus));
    if (run) return { run, place: `${['entries', 'ends', 'contents'][[entries, ends, contents].indexOf(area)]}[${maker}]` };
  }
}

/** Runs the jobs that repeat 15 s after a change. */
async function secondRounds({ society }: Focus): Promise<void> {
  for (const { _id } of await Users.find({ leaving: { $exists: true } }, { _id: 1 }).lean())
    await erasePerson(String(_id), testSettings.mailer);
  await revokeAccess(society._id, null);
  await settleCounters();
}

/** Runs one pair of calls. Returns violations, with the calls that caused them. */
export async function randomRound(community: RandomCommunity): Promise<string[]> {
  community.serial += 1;
  await refresh(community);
  const focus = await pickFocus(community);
  const [one, two] = [await pickCall(community, focus), await pickCall(community, focus)];
  const order = community.random.pick(['first', 'second', 'together'] as const);
  const answers = await overlap(one.run, two.run, order);
  await secondRounds(focus);
  const broken = await brokenInvariants();
  const summary = `round ${community.serial}: ${one.place} ${answers[0].status} · ${two.place} ${answers[1].status}, ${order}`;
  const failed = answers.filter(({ status }) => status >= 500).map(() => 'a call failed');
  return [...failed, ...broken].map((each) => `${summary}: ${each}`);
}
