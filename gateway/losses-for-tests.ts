import { type Live, live } from '#models/bus/push';
import { deleteAccount } from '#models/contract/account';
import { logout } from '#models/contract/auth';
import { commentRemoved } from '#models/contract/comments';
import { changePassword, resetPassword } from '#models/contract/credentials';
import type { Call, InputOf } from '#models/contract/define';
import { deleteEvent, eventRemoved } from '#models/contract/event-changes';
import { declineInvitation } from '#models/contract/invitations';
import { joinRequestWithdrawn } from '#models/contract/join-requests';
import { leaveSociety, removeMember, stepDown, updateMemberRole } from '#models/contract/members';
import { blockUser, unfollowUser } from '#models/contract/people';
import { deletePost, postRemoved } from '#models/contract/posts';
import { updateProfile, userUpdated } from '#models/contract/profiles';
import { reportResolved } from '#models/contract/reports';
import { parseRoom, roomOf } from '#models/contract/rooms';
import { endSession } from '#models/contract/sessions';
import type { SocietyPrivacy } from '#models/contract/societies';
import { deleteSociety, societyRemoved } from '#models/contract/society-removal';
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
import type { TestApp } from './start-for-tests.js';

/** Somebody who is about to lose a right. */
export interface Loss {
  /** Undefined for a visitor. */
  token: string | undefined;
  /** What is joined before, and the rooms of these that are lost and kept by it; every room is lost with the session. */
  join: string[];
  lost: string[];
  kept: string[];
  /** Why the session ends, if it does. */
  ended?: string;
  /** Does it, as people do. */
  lose(): Promise<void>;
}

/** A message that is for this room alone, changes nothing, and can be told from those that people cause. */
export function probe(room: string): Live {
  const { kind, id } = parseRoom(room) ?? { kind: '', id: '' };
  const mark = { probe: room };
  const counts = { post_id: id, Likes: 0, CommentsCount: 0, rev: 0 };
  if (kind === 'society') return live(postRemoved, [room], { post_id: id, society_id: id, ...mark });
  if (kind === 'societyPublic') return live(societyRemoved, [room], { society_id: id, ...mark });
  if (kind === 'societyModerators') return live(reportResolved, [room], { report_id: id, action: 'note', version: 0, ...mark });
  if (kind === 'societyAdmins') return live(joinRequestWithdrawn, [room], { society_id: id, request_id: id, version: 0, ...mark });
  if (kind === 'post') return live(commentRemoved, [room], { ...counts, comment_id: id, ...mark });
  if (kind === 'event') return live(eventRemoved, [room], { event_id: id, society_id: id, ...mark });
  return live(userUpdated, [room], { user_id: id, Name: '', Image: '', version: 0, ...mark });
}

const password = 'a-long-password';
const idOf = ({ _id }: { _id: Id }): string => String(_id);

/** Calls as one person, and insists that it works. */
async function as<C extends Call>(test: TestApp, token: string, call: C, input: InputOf<C>): Promise<void> {
  const { status, error } = await test.call(call, input, token);
  if (status >= 300) throw new Error(`${call.name}: ${status} ${JSON.stringify(error)}`);
}

/** A society with a post and an event in it, and its admin. */
async function place(test: TestApp, privacy: Partial<SocietyPrivacy> = {}) {
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
type Place = Awaited<ReturnType<typeof place>>;

/** A moderator of a private society loses what `lose` takes; its header stays open to all. */
async function outOfSociety(test: TestApp, lose: (at: Place, user: UserDoc, token: string) => Promise<void>): Promise<Loss> {
  const at = await place(test, { visibility: 'private' });
  const user = await buildMember(at.society, 'moderator');
  const token = await test.tokenFor(user);
  const { open, inside, moderators, post, event } = at.rooms;
  const lost = [inside, moderators, post, event];
  return { token, join: ['mine', open, moderators, post, event], lost, kept: [open], lose: () => lose(at, user, token) };
}

const removed = (test: TestApp, ban: 'true' | 'false') =>
  outOfSociety(test, ({ society_id, admin }, user) => as(test, admin, removeMember, { society_id, user_id: idOf(user), ban }));

/** Somebody inside loses the room of a role, and keeps the one below. */
async function lowered(test: TestApp, role: 'admin' | 'moderator'): Promise<Loss> {
  const { society, society_id, rooms, admin } = await place(test);
  const user = await buildMember(society, role);
  const token = await test.tokenFor(user);
  const kept = [rooms.inside, ...(role === 'admin' ? [rooms.moderators] : [])];
  const lost = [role === 'admin' ? rooms.admins : rooms.moderators];
  const lose = () =>
    role === 'admin'
      ? as(test, token, stepDown, { society_id, role: 'moderator' })
      : as(test, admin, updateMemberRole, { society_id, member: idOf(user), role: 'member' });
  return { token, join: [...kept, ...lost], lost, kept, lose };
}

type RoomName = keyof Place['rooms'];

/** A society closes to somebody who is no member. */
async function closed(test: TestApp, who: 'visitor' | 'outsider', privacy: Partial<SocietyPrivacy>, lost: RoomName[]): Promise<Loss> {
  const { society_id, rooms, admin } = await place(test);
  const names: RoomName[] = ['open', 'post', 'event'];
  return {
    token: who === 'visitor' ? undefined : await test.tokenFor(await buildUser()),
    join: names.map((name) => rooms[name]),
    lost: lost.map((name) => rooms[name]),
    kept: names.filter((name) => !lost.includes(name)).map((name) => rooms[name]),
    lose: () => as(test, admin, updateInfo, { society_id, privacy }),
  };
}

/** All that is in a society, for a member and for good: it is gone. */
async function societyGone(test: TestApp): Promise<Loss> {
  const { society, society_id, rooms, admin } = await place(test);
  const { open, inside, post, event } = rooms;
  const lose = () => as(test, admin, deleteSociety, { society_id, confirm: society.name });
  const token = await test.tokenFor(await buildMember(society));
  return { token, join: ['mine', open, post, event], lost: [open, inside, post, event], kept: [], lose };
}

/** A post or an event is gone, for members too. */
async function thingGone(test: TestApp, kind: 'post' | 'event'): Promise<Loss> {
  const { society, post, event, rooms, admin } = await place(test);
  const token = await test.tokenFor(await buildMember(society));
  const lose = () =>
    kind === 'post' ? as(test, admin, deletePost, { post_id: idOf(post) }) : as(test, admin, deleteEvent, { event_id: idOf(event) });
  return { token, join: ['mine', rooms.post, rooms.event], lost: [rooms[kind]], kept: [rooms.inside], lose };
}

/** Who is invited sees the header of a society that nobody else sees. */
async function invitationGone(test: TestApp, by: 'guest' | 'admin'): Promise<Loss> {
  const { society, society_id, rooms, admin } = await place(test, { visibility: 'invite-only' });
  const guest = await buildUser();
  const invitation_id = idOf(await buildInvitation({ society, user: guest, by: society.creator }));
  const token = await test.tokenFor(guest);
  const lose = () =>
    by === 'guest'
      ? as(test, token, declineInvitation, { invitation_id })
      : as(test, admin, removeMember, { society_id, user_id: idOf(guest), ban: 'true' });
  return { token, join: [rooms.open], lost: [rooms.open], kept: [], lose };
}

/** What somebody wrote, and their profile, for a reader who blocks them or is blocked. */
async function blocked(test: TestApp, by: 'reader' | 'author'): Promise<Loss> {
  const { author, rooms } = await place(test);
  const reader = await buildUser();
  const [token, authors] = [await test.tokenFor(reader), await test.tokenFor(author)];
  const profile = roomOf('profile', idOf(author));
  const lose = () =>
    by === 'reader' ? as(test, token, blockUser, { user_id: idOf(author) }) : as(test, authors, blockUser, { user_id: idOf(reader) });
  return { token, join: [rooms.post, profile, rooms.open], lost: [rooms.post, profile], kept: [rooms.open], lose };
}

/** A profile for friends, of two who follow each other until one no longer does. */
async function unfollowed(test: TestApp, by: 'reader' | 'owner'): Promise<Loss> {
  const [owner, reader] = [await buildUser(), await buildUser()];
  await buildFollow({ from: owner, to: reader });
  await buildFollow({ from: reader, to: owner });
  const [token, owners] = [await test.tokenFor(reader), await test.tokenFor(owner)];
  await as(test, owners, updateProfile, { privacy: { profileVisibility: 'friends' } });
  const profile = roomOf('profile', idOf(owner));
  const lose = () =>
    by === 'reader' ? as(test, token, unfollowUser, { user_id: idOf(owner) }) : as(test, owners, unfollowUser, { user_id: idOf(reader) });
  return { token, join: [profile], lost: [profile], kept: [], lose };
}

/** A profile that was open to all. */
async function profileClosed(test: TestApp, how: 'private' | 'friends' | 'deleted'): Promise<Loss> {
  const owner = await buildUser({ password });
  const owners = await test.tokenFor(owner);
  const profile = roomOf('profile', idOf(owner));
  const lose = () =>
    how === 'deleted'
      ? as(test, owners, deleteAccount, { password, keep_posts: false })
      : as(test, owners, updateProfile, { privacy: { profileVisibility: how } });
  return { token: undefined, join: [profile], lost: [profile], kept: [], lose };
}

type Ending = (test: TestApp, user: UserDoc, token: string) => Promise<void>;

/** Every room, with the session or the account. */
async function ended(test: TestApp, reason: string, end: Ending): Promise<Loss> {
  const { society, rooms } = await place(test);
  const user = await buildUser({ password });
  await buildMembership({ society, user });
  const token = await test.tokenFor(user);
  const join = [rooms.inside, rooms.post, 'feed'];
  return { token, join, lost: [rooms.inside, rooms.post], kept: [], ended: reason, lose: () => end(test, user, token) };
}

const reset: Ending = async (test, user) => {
  const reset_token = await makeToken({ purpose: 'reset', user: user._id, emailFolded: user.emailFolded });
  const { status } = await test.call(resetPassword, { reset_token, password: `${password}!` });
  if (status !== 200) throw new Error(`resetPassword: ${status}`);
};

/** The ways of losing a right, each as often as it is asked for. */
export const losses: Record<string, (test: TestApp) => Promise<Loss>> = {
  'who is removed from a society': (test) => removed(test, 'false'),
  'who is banned from a society': (test) => removed(test, 'true'),
  'who leaves a society': (test) => outOfSociety(test, ({ society_id }, _user, token) => as(test, token, leaveSociety, { society_id })),
  'a moderator who becomes a member': (test) => lowered(test, 'moderator'),
  'an admin who steps down': (test) => lowered(test, 'admin'),
  'an outsider of a society that becomes private': (test) => closed(test, 'outsider', { visibility: 'private' }, ['post', 'event']),
  'a visitor of a society that becomes private': (test) => closed(test, 'visitor', { visibility: 'private' }, ['post', 'event']),
  'an outsider of a society that becomes invite-only': (test) =>
    closed(test, 'outsider', { visibility: 'invite-only' }, ['open', 'post', 'event']),
  'a visitor of a society whose events are closed': (test) => closed(test, 'visitor', { eventsVisible: false }, ['event']),
  'a member of a society that is deleted': societyGone,
  'who looks at a post that is removed': (test) => thingGone(test, 'post'),
  'who looks at an event that is removed': (test) => thingGone(test, 'event'),
  'who declines an invitation': (test) => invitationGone(test, 'guest'),
  'who is invited, and then banned': (test) => invitationGone(test, 'admin'),
  'who blocks an author': (test) => blocked(test, 'reader'),
  'who is blocked by an author': (test) => blocked(test, 'author'),
  'who no longer follows a friend': (test) => unfollowed(test, 'reader'),
  'who is no longer followed by a friend': (test) => unfollowed(test, 'owner'),
  'a visitor of a profile that becomes private': (test) => profileClosed(test, 'private'),
  'a visitor of a profile that is for friends from now on': (test) => profileClosed(test, 'friends'),
  'a visitor of a profile whose owner deletes the account': (test) => profileClosed(test, 'deleted'),
  'who signs out': (test) => ended(test, 'signed_out', (_test, _user, token) => as(test, token, logout, {})),
  'who is signed out from another device': (test) =>
    ended(test, 'signed_out', async (_test, user) => as(test, await test.tokenFor(user), endSession, { session_id: 'all' })),
  'who changed the password on another device': (test) =>
    ended(test, 'password_changed', async (_test, user) =>
      as(test, await test.tokenFor(user), changePassword, { password, new_password: `${password}!` }),
    ),
  'who has a new password by mail': (test) => ended(test, 'password_reset', reset),
  'who is suspended': (test) =>
    ended(test, 'suspended', async (_test, user) =>
      as(test, await test.tokenFor(await buildUser({ role: 'admin' })), suspendUser, {
        user_id: idOf(user),
        suspended: true,
        reason: 'Spam',
      }),
    ),
  'who deletes the account': (test) =>
    ended(test, 'account_deleted', (_test, _user, token) => as(test, token, deleteAccount, { password, keep_posts: false })),
};
