import { sessionEnded } from '#models/contract/auth';
import type { Message, PayloadOf } from '#models/contract/define';
import { eventRemoved } from '#models/contract/event-changes';
import { invitationNew, invitationRemoved } from '#models/contract/invitations';
import { membershipChanged } from '#models/contract/members';
import { postRemoved } from '#models/contract/posts';
import { parseRoom, type RoomKind, roomOf } from '#models/contract/rooms';
import { societyRemoved } from '#models/contract/society-removal';
import { societyVisibility } from '#models/contract/society-settings';
import { ownChanged } from '#models/contract/users';
import { Memberships } from '#models/db/memberships';
import type { Connection } from './connection.js';
import type { Hub } from './hub.js';
import { retry } from './retry.js';
import type { RoomAuthorizer } from './room-authorizer.js';
import type { StreamEntry } from './stream.js';

type Reauthorization = (entry: StreamEntry, hub: Hub, authorizer: RoomAuthorizer) => Promise<void>;

/** The connections of the people in whose own rooms a message is said. */
const recipientConnections = (entry: StreamEntry, hub: Hub): Connection[] =>
  entry.rooms.flatMap((room) => {
    const parsed = parseRoom(room);
    return parsed?.kind === 'user' ? hub.ofUser(parsed.id) : [];
  });

/** A role changed: that person's rooms of that society. */
async function membership(entry: StreamEntry, hub: Hub, authorizer: RoomAuthorizer): Promise<void> {
  const { user_id, society_id } = entry.payload as PayloadOf<typeof membershipChanged>;
  await authorizer.reauthorize(hub.ofUser(user_id), (_room, society) => society === society_id);
}

/** An invitation shows the header of a society that nobody else sees: every room of who is invited. */
async function invited(entry: StreamEntry, hub: Hub, authorizer: RoomAuthorizer): Promise<void> {
  await authorizer.reauthorize(recipientConnections(entry, hub), () => true);
}

/** Who sees what of a society changed: everybody in its rooms, and in those of its posts and events; and members who may come (back) in. */
async function visibility(entry: StreamEntry, hub: Hub, authorizer: RoomAuthorizer): Promise<void> {
  const { society_id } = entry.payload as PayloadOf<typeof societyVisibility>;
  hub.authEpoch++;
  const affected = new Set([...hub.inSociety(society_id), ...(await membersOutside(society_id, hub))]);
  await authorizer.reauthorize([...affected], (_room, society) => society === society_id);
}

/** Connections of its members for whom `mine` does not stand for it, as while it was removed. */
async function membersOutside(society: string, hub: Hub): Promise<Connection[]> {
  const members = await retry(() => Memberships.find({ society }, { user: 1 }).lean());
  const room = roomOf('society', society);
  return members.flatMap(({ user }) => hub.ofUser(String(user)).filter(({ hasMine, rooms }) => hasMine && !rooms.has(room)));
}

/** It is gone, and so is every right in it. */
async function removal(entry: StreamEntry, hub: Hub, authorizer: RoomAuthorizer): Promise<void> {
  const { society_id } = entry.payload as PayloadOf<typeof societyRemoved>;
  hub.authEpoch++;
  await authorizer.reauthorize(hub.inSociety(society_id), (_room, society) => society === society_id);
}

/** A post or an event is gone: nobody is in its own room any more. */
const roomRemoved = (kind: RoomKind): Reauthorization => {
  return async (entry, hub, authorizer) => {
    const room = entry.rooms.find((each) => parseRoom(each)?.kind === kind);
    if (room === undefined) return;
    hub.authEpoch++;
    await authorizer.reauthorize(hub.inRoom(room), (joined) => joined === room);
  };
};

/** What somebody shows or is shown: every room of theirs; with a profile's privacy also everybody in the profile's room. */
async function ownSettings(entry: StreamEntry, hub: Hub, authorizer: RoomAuthorizer): Promise<void> {
  const { kind, id } = entry.payload as PayloadOf<typeof ownChanged>;
  if (kind === 'block' || kind === 'follow' || kind === 'privacy')
    await authorizer.reauthorize(recipientConnections(entry, hub), () => true);
  if (kind !== 'privacy') return;
  const profile = roomOf('profile', id);
  hub.authEpoch++;
  await authorizer.reauthorize(hub.inRoom(profile), (room) => room === profile);
}

/** Sessions ended, or a person is suspended: they hear it and are cut. */
async function session(entry: StreamEntry, hub: Hub, authorizer: RoomAuthorizer): Promise<void> {
  await authorizer.disconnectEnded(recipientConnections(entry, hub), entry.payload as PayloadOf<typeof sessionEnded>, entry.id);
}

const on = (message: Message, reauthorization: Reauthorization): [string, Reauthorization] => [message.name, reauthorization];
/** The messages that bear on somebody's rights. */
const beforeBroadcast = new Map<string, Reauthorization>([
  on(membershipChanged, membership),
  on(invitationNew, invited),
  on(invitationRemoved, invited),
  on(societyVisibility, visibility),
  on(ownChanged, ownSettings),
  on(sessionEnded, session),
]);

/** Those that tell people of the very end of their rights: they hear it first. */
const afterBroadcast = new Map<string, Reauthorization>([
  on(societyRemoved, removal),
  on(postRemoved, roomRemoved('post')),
  on(eventRemoved, roomRemoved('event')),
]);

/** Judges again whose rights a message bears on, and evicts: to be done before the message is sent. */
export async function reauthorizeBeforeBroadcast(entry: StreamEntry, hub: Hub, authorizer: RoomAuthorizer): Promise<void> {
  await beforeBroadcast.get(entry.message)?.(entry, hub, authorizer);
}

/** The same for what is to be heard before: to be done when the message has been sent. */
export async function reauthorizeAfterBroadcast(entry: StreamEntry, hub: Hub, authorizer: RoomAuthorizer): Promise<void> {
  await afterBroadcast.get(entry.message)?.(entry, hub, authorizer);
}
