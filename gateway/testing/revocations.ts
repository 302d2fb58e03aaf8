import { type LiveMessage, liveMessage } from '#models/bus/live-stream';
import { deleteAccount } from '#models/contract/account';
import { logout } from '#models/contract/auth';
import { blockUser } from '#models/contract/blocks';
import { commentRemoved } from '#models/contract/comments';
import { changePassword, resetPassword } from '#models/contract/credentials';
import type { Call, InputOf } from '#models/contract/define';
import { deleteEvent, eventRemoved } from '#models/contract/event-changes';
import { declineInvitation } from '#models/contract/invitation-answers';
import { joinRequestWithdrawn } from '#models/contract/join-requests';
import { removeMember, stepDown, updateMemberRole } from '#models/contract/member-list';
import { leaveSociety } from '#models/contract/members';
import { unfollowUser } from '#models/contract/people';
import { deletePost, postRemoved } from '#models/contract/posts';
import { updateProfile } from '#models/contract/profile-changes';
import { userUpdated } from '#models/contract/profiles';
import { reportResolved } from '#models/contract/reports';
import { parseRoom, roomOf } from '#models/contract/rooms';
import { endSession } from '#models/contract/sessions';
import { type SocietyPrivacy, societyRemoved } from '#models/contract/societies';
import { deleteSociety } from '#models/contract/society-removal';
import { updateInfo } from '#models/contract/society-settings';
import { suspendUser } from '#models/contract/users';
import type { Id } from '#models/db/model';
import { makeToken } from '#models/db/one-time-tokens';
import type { UserDoc } from '#models/db/users';
import {
  buildEvent,
  buildFollow,
  buildInvitation,
  buildMember,
  buildMembership,
  buildPost,
  buildSociety,
  buildUser,
} from '#models/testing/builders';
import type { TestApp } from './test-app.js';

/** A person who is about to lose a right. */
export interface Revocation {
  /** Undefined for a visitor. */
  token: string | undefined;
  /** Rooms joined before, and those of them that are lost and retained; every room is lost with the session. */
  join: string[];
  revoked: string[];
  retained: string[];
  /** Reason of the ended session, if it ends. */
  ended?: string;
  /** Revokes the right, through the API. */
  revoke(): Promise<void>;
}

/** A message for this room alone, which changes nothing and can be distinguished from real ones. */
export function probeMessage(room: string): LiveMessage {
  const { kind, id } = parseRoom(room) ?? { kind: '', id: '' };
  const mark = { probe: room };
  const counts = { post_id: id, Likes: 0, CommentsCount: 0, rev: 0 };
  if (kind === 'society') return liveMessage(postRemoved, [room], { post_id: id, society_id: id, version: 1, ...mark });
  if (kind === 'societyPublic') return liveMessage(societyRemoved, [room], { society_id: id, ...mark });
  if (kind === 'societyModerators') return liveMessage(reportResolved, [room], { report_id: id, action: 'note', version: 0, ...mark });
  if (kind === 'societyAdmins') return liveMessage(joinRequestWithdrawn, [room], { society_id: id, request_id: id, version: 0, ...mark });
  if (kind === 'post') return liveMessage(commentRemoved, [room], { ...counts, comment_id: id, version: 1, ...mark });
  if (kind === 'event') return liveMessage(eventRemoved, [room], { event_id: id, society_id: id, version: 1, ...mark });
  return liveMessage(userUpdated, [room], { user_id: id, Name: '', Image: '', version: 0, ...mark });
}

const password = 'a-long-password';
const idOf = ({ _id }: { _id: Id }): string => String(_id);

/** Calls as one person, and throws on a failure. */
async function as<C extends Call>(test: TestApp, token: string, call: C, input: InputOf<C>): Promise<void> {
  const { status, error } = await test.call(call, input, token);
  if (status >= 300) throw new Error(`${call.name}: ${status} ${JSON.stringify(error)}`);
}

/** A society with a post, an event and its admin. */
async function buildFixture(test: TestApp, privacy: Partial<SocietyPrivacy> = {}) {
  const society = await buildSociety({ privacy });
  const author = await buildMember(society);
  const [post, event] = [await buildPost({ society, author }), await buildEvent({ society })];
  const id = idOf(society);
  const rooms = {
    open: roomOf('societyPublic', id),
    inside: roomOf('society', id),
    moderators: roomOf('societyModerators', id),
    admins: roomOf('societyAdmins', id),
    post: roomOf('post', idOf(post)),
    event: roomOf('event', idOf(event)),
  };
  const admin = await test.tokenFor({ _id: society.creator });
  return { society, society_id: id, author, post, event, rooms, admin };
}
type Fixture = Awaited<ReturnType<typeof buildFixture>>;

/** A moderator of a private society loses the rooms inside; its header stays open to all. */
async function outOfSociety(test: TestApp, revoke: (fixture: Fixture, user: UserDoc, token: string) => Promise<void>): Promise<Revocation> {
  const fixture = await buildFixture(test, { visibility: 'private' });
  const user = await buildMember(fixture.society, 'moderator');
  const token = await test.tokenFor(user);
  const { open, inside, moderators, post, event } = fixture.rooms;
  const revoked = [inside, moderators, post, event];
  return { token, join: ['mine', open, moderators, post, event], revoked, retained: [open], revoke: () => revoke(fixture, user, token) };
}

const removed = (test: TestApp, ban: 'true' | 'false') =>
  outOfSociety(test, ({ society_id, admin }, user) => as(test, admin, removeMember, { society_id, user_id: idOf(user), ban }));

/** A member loses the room of a role, and retains the one below. */
async function lowered(test: TestApp, role: 'admin' | 'moderator'): Promise<Revocation> {
  const { society, society_id, rooms, admin } = await buildFixture(test);
  const user = await buildMember(society, role);
  const token = await test.tokenFor(user);
  const retained = [rooms.inside, ...(role === 'admin' ? [rooms.moderators] : [])];
  const revoked = [role === 'admin' ? rooms.admins : rooms.moderators];
  const revoke = () =>
    role === 'admin'
      ? as(test, token, stepDown, { society_id, role: 'moderator' })
      : as(test, admin, updateMemberRole, { society_id, member: idOf(user), role: 'member' });
  return { token, join: [...retained, ...revoked], revoked, retained, revoke };
}

type RoomName = keyof Fixture['rooms'];

/** A society closes to a person who is not a member. */
async function closed(
  test: TestApp,
  who: 'visitor' | 'outsider',
  privacy: Partial<SocietyPrivacy>,
  revoked: RoomName[],
): Promise<Revocation> {
  const { society_id, rooms, admin } = await buildFixture(test);
  const names: RoomName[] = ['open', 'post', 'event'];
  return {
    token: who === 'visitor' ? undefined : await test.tokenFor(await buildUser()),
    join: names.map((name) => rooms[name]),
    revoked: revoked.map((name) => rooms[name]),
    retained: names.filter((name) => !revoked.includes(name)).map((name) => rooms[name]),
    revoke: () => as(test, admin, updateInfo, { society_id, privacy }),
  };
}

/** A member loses every room of a society that is deleted. */
async function societyGone(test: TestApp): Promise<Revocation> {
  const { society, society_id, rooms, admin } = await buildFixture(test);
  const { open, inside, post, event } = rooms;
  const revoke = () => as(test, admin, deleteSociety, { society_id, confirm: society.name });
  const token = await test.tokenFor(await buildMember(society));
  return { token, join: ['mine', open, post, event], revoked: [open, inside, post, event], retained: [], revoke };
}

/** A post or an event is removed, for members too. */
async function thingGone(test: TestApp, kind: 'post' | 'event'): Promise<Revocation> {
  const { society, post, event, rooms, admin } = await buildFixture(test);
  const token = await test.tokenFor(await buildMember(society));
  const revoke = () =>
    kind === 'post' ? as(test, admin, deletePost, { post_id: idOf(post) }) : as(test, admin, deleteEvent, { event_id: idOf(event) });
  return { token, join: ['mine', rooms.post, rooms.event], revoked: [rooms[kind]], retained: [rooms.inside], revoke };
}

/** An invited person sees the header of a society that nobody else sees. */
async function invitationGone(test: TestApp, by: 'guest' | 'admin'): Promise<Revocation> {
  const { society, society_id, rooms, admin } = await buildFixture(test, { visibility: 'invite-only' });
  const guest = await buildUser();
  const invitation_id = idOf(await buildInvitation({ society, user: guest, by: society.creator }));
  const token = await test.tokenFor(guest);
  const revoke = () =>
    by === 'guest'
      ? as(test, token, declineInvitation, { invitation_id })
      : as(test, admin, removeMember, { society_id, user_id: idOf(guest), ban: 'true' });
  return { token, join: [rooms.open], revoked: [rooms.open], retained: [], revoke };
}

/** Posts and profile of an author, for a reader who blocks them or is blocked. */
async function blocked(test: TestApp, by: 'reader' | 'author'): Promise<Revocation> {
  const { author, rooms } = await buildFixture(test);
  const reader = await buildUser();
  const [token, authors] = [await test.tokenFor(reader), await test.tokenFor(author)];
  const profile = roomOf('profile', idOf(author));
  const revoke = () =>
    by === 'reader' ? as(test, token, blockUser, { user_id: idOf(author) }) : as(test, authors, blockUser, { user_id: idOf(reader) });
  return { token, join: [rooms.post, profile, rooms.open], revoked: [rooms.post, profile], retained: [rooms.open], revoke };
}

/** A profile for friends, until one of the two no longer follows the other. */
async function unfollowed(test: TestApp, by: 'reader' | 'owner'): Promise<Revocation> {
  const [owner, reader] = [await buildUser(), await buildUser()];
  await buildFollow({ from: owner, to: reader });
  await buildFollow({ from: reader, to: owner });
  const [token, owners] = [await test.tokenFor(reader), await test.tokenFor(owner)];
  await as(test, owners, updateProfile, { privacy: { profileVisibility: 'friends' } });
  const profile = roomOf('profile', idOf(owner));
  const revoke = () =>
    by === 'reader' ? as(test, token, unfollowUser, { user_id: idOf(owner) }) : as(test, owners, unfollowUser, { user_id: idOf(reader) });
  return { token, join: [profile], revoked: [profile], retained: [], revoke };
}

/** A profile that was open to all. */
async function profileClosed(test: TestApp, how: 'private' | 'friends' | 'deleted'): Promise<Revocation> {
  const owner = await buildUser({ password });
  const owners = await test.tokenFor(owner);
  const profile = roomOf('profile', idOf(owner));
  const revoke = () =>
    how === 'deleted'
      ? as(test, owners, deleteAccount, { password, keep_posts: false })
      : as(test, owners, updateProfile, { privacy: { profileVisibility: how } });
  return { token: undefined, join: [profile], revoked: [profile], retained: [], revoke };
}

type Ending = (test: TestApp, user: UserDoc, token: string) => Promise<void>;

/** Every room is lost with the session or the account. */
async function ended(test: TestApp, reason: string, end: Ending): Promise<Revocation> {
  const { society, rooms } = await buildFixture(test);
  const user = await buildUser({ password });
  await buildMembership({ society, user });
  const token = await test.tokenFor(user);
  const join = [rooms.inside, rooms.post, 'feed'];
  return { token, join, revoked: [rooms.inside, rooms.post], retained: [], ended: reason, revoke: () => end(test, user, token) };
}

const reset: Ending = async (test, user) => {
  const reset_token = await makeToken({ purpose: 'reset', user: user._id, emailFolded: user.emailFolded });
  const { status } = await test.call(resetPassword, { reset_token, password: `${password}!` });
  if (status !== 200) throw new Error(`resetPassword: ${status}`);
};

/** Ways of losing a right, by the description of the person. */
export const revocations: Record<string, (test: TestApp) => Promise<Revocation>> = {
  'a member who is removed from a society': (test) => removed(test, 'false'),
  'a member who is banned from a society': (test) => removed(test, 'true'),
  'a member who leaves a society': (test) =>
    outOfSociety(test, ({ society_id }, _user, token) => as(test, token, leaveSociety, { society_id })),
  'a moderator who becomes a member': (test) => lowered(test, 'moderator'),
  'an admin who steps down': (test) => lowered(test, 'admin'),
  'an outsider of a society that becomes private': (test) => closed(test, 'outsider', { visibility: 'private' }, ['post', 'event']),
  'a visitor of a society that becomes private': (test) => closed(test, 'visitor', { visibility: 'private' }, ['post', 'event']),
  'an outsider of a society that becomes invite-only': (test) =>
    closed(test, 'outsider', { visibility: 'invite-only' }, ['open', 'post', 'event']),
  'a visitor of a society whose events are closed': (test) => closed(test, 'visitor', { eventsVisible: false }, ['event']),
  'a member of a society that is deleted': societyGone,
  'a reader of a post that is removed': (test) => thingGone(test, 'post'),
  'a reader of an event that is removed': (test) => thingGone(test, 'event'),
  'an invited person who declines': (test) => invitationGone(test, 'guest'),
  'an invited person who is banned': (test) => invitationGone(test, 'admin'),
  'a reader who blocks the author': (test) => blocked(test, 'reader'),
  'a reader whom the author blocks': (test) => blocked(test, 'author'),
  'a follower who unfollows a friend': (test) => unfollowed(test, 'reader'),
  'a follower whom a friend unfollows': (test) => unfollowed(test, 'owner'),
  'a visitor of a profile that becomes private': (test) => profileClosed(test, 'private'),
  'a visitor of a profile that is for friends from now on': (test) => profileClosed(test, 'friends'),
  'a visitor of a profile whose owner deletes the account': (test) => profileClosed(test, 'deleted'),
  'a person who signs out': (test) => ended(test, 'signed_out', (_test, _user, token) => as(test, token, logout, {})),
  'a person who is signed out from another device': (test) =>
    ended(test, 'signed_out', async (_test, user) => as(test, await test.tokenFor(user), endSession, { session_id: 'all' })),
  'a person who changes the password on another device': (test) =>
    ended(test, 'password_changed', async (_test, user) =>
      as(test, await test.tokenFor(user), changePassword, { password, new_password: `${password}!` }),
    ),
  'a person who resets the password by mail': (test) => ended(test, 'password_reset', reset),
  'a person who is suspended': (test) =>
    ended(test, 'suspended', async (_test, user) =>
      as(test, await test.tokenFor(await buildUser({ role: 'admin' })), suspendUser, {
        user_id: idOf(user),
        suspended: true,
        reason: 'Spam',
      }),
    ),
  'a person who deletes the account': (test) =>
    ended(test, 'account_deleted', (_test, _user, token) => as(test, token, deleteAccount, { password, keep_posts: false })),
};
