import { sessionEnded } from '#models/contract/auth';
import type { Message, PayloadOf } from '#models/contract/define';
import { stewardChanged } from '#models/contract/door';
import { eventRemoved } from '#models/contract/event-changes';
import { invitationNew, invitationRemoved } from '#models/contract/invitations';
import { membershipChanged } from '#models/contract/members';
import { postRemoved } from '#models/contract/posts';
import { parseRoom, type RoomKind, roomOf } from '#models/contract/rooms';
import { societyRemoved, societyVisibility } from '#models/contract/societies';
import { staffChanged } from '#models/contract/staff-scopes';
import { ownChanged } from '#models/contract/users';
import { Memberships } from '#models/db/memberships';
import type { Connection } from './connection.js';
import type { Hub } from './hub.js';
import { retry } from './retry.js';
import type { RoomAuthorizer } from './room-authorizer.js';
import type { StreamEntry } from './stream.js';

type Reauthorization = (entry: StreamEntry, hub: Hub, authorizer: RoomAuthorizer) => Promise<void>;

/** Connections of the people in whose `user:ID` rooms the message is published. */
const recipientConnections = (entry: StreamEntry, hub: Hub): Connection[] =>
  entry.rooms.flatMap((room) => {
    const parsed = parseRoom(room);
    return parsed?.kind === 'user' ? hub.ofUser(parsed.id) : [];
  });

/** Handles a changed role: re-authorizes that person's rooms of the society. */
async function membership(entry: StreamEntry, hub: Hub, authorizer: RoomAuthorizer): Promise<void> {
  const { user_id, society_id } = entry.payload as PayloadOf<typeof membershipChanged>;
  await authorizer.reauthorize(hub.ofUser(user_id), (_room, society) => society === society_id);
}

/** Handles an invitation: it shows the header of a society that is invite-only, so every room of the invited person is re-authorized. */
async function invited(entry: StreamEntry, hub: Hub, authorizer: RoomAuthorizer): Promise<void> {
  await authorizer.reauthorize(recipientConnections(entry, hub), () => true);
}

/**
 * Handles changed visibility: re-authorizes everybody in rooms of the society, its posts and its events, and members who may come
 * back in.
 */
async function visibility(entry: StreamEntry, hub: Hub, authorizer: RoomAuthorizer): Promise<void> {
  const { society_id } = entry.payload as PayloadOf<typeof societyVisibility>;
  hub.authEpoch++;
  const affected = new Set([...hub.inSociety(society_id), ...(await membersOutside(society_id, hub))]);
  await authorizer.reauthorize([...affected], (_room, society) => society === society_id);
}

/** Connections of members that follow `mine` but are not in the society's room, as after a removal that was undone. */
async function membersOutside(society: string, hub: Hub): Promise<Connection[]> {
  const members = await retry(() => Memberships.find({ society }, { user: 1 }).lean());
  const room = roomOf('society', society);
  return members.flatMap(({ user }) => hub.ofUser(String(user)).filter(({ hasMine, rooms }) => hasMine && !rooms.has(room)));
}

/** Handles a removed society: evicts everybody from its rooms. */
async function removal(entry: StreamEntry, hub: Hub, authorizer: RoomAuthorizer): Promise<void> {
  const { society_id } = entry.payload as PayloadOf<typeof societyRemoved>;
  hub.authEpoch++;
  await authorizer.reauthorize(hub.inSociety(society_id), (_room, society) => society === society_id);
}

/** Handles a removed post or event: evicts everybody from its own room. */
const roomRemoved = (kind: RoomKind): Reauthorization => {
  return async (entry, hub, authorizer) => {
    const room = entry.rooms.find((each) => parseRoom(each)?.kind === kind);
    if (room === undefined) return;
    hub.authEpoch++;
    await authorizer.reauthorize(hub.inRoom(room), (joined) => joined === room);
  };
};

/**
 * Handles a block, a follow or changed privacy: re-authorizes every room of that person, and after changed privacy everybody in
 * the profile's room.
 */
async function ownSettings(entry: StreamEntry, hub: Hub, authorizer: RoomAuthorizer): Promise<void> {
  const { kind, id } = entry.payload as PayloadOf<typeof ownChanged>;
  if (kind === 'block' || kind === 'follow' || kind === 'privacy')
    await authorizer.reauthorize(recipientConnections(entry, hub), () => true);
  if (kind !== 'privacy') return;
  const profile = roomOf('profile', id);
  hub.authEpoch++;
  await authorizer.reauthorize(hub.inRoom(profile), (room) => room === profile);
}

/** Handles given or taken scopes of staff: re-authorizes every room of that person. */
async function scopes(entry: StreamEntry, hub: Hub, authorizer: RoomAuthorizer): Promise<void> {
  await authorizer.reauthorize(recipientConnections(entry, hub), () => true);
}

/** Handles ended sessions and suspensions: sends the message to the connections and disconnects them. */
async function session(entry: StreamEntry, hub: Hub, authorizer: RoomAuthorizer): Promise<void> {
  await authorizer.disconnectEnded(recipientConnections(entry, hub), entry.payload as PayloadOf<typeof sessionEnded>, entry.id);
}

/** Handles a named or removed steward: re-authorizes the person's rooms of this event's door. */
async function stewarding(entry: StreamEntry, hub: Hub, authorizer: RoomAuthorizer): Promise<void> {
  const { event_id, user_id } = entry.payload as PayloadOf<typeof stewardChanged>;
  const door = roomOf('eventDoor', event_id);
  await authorizer.reauthorize(hub.ofUser(user_id), (room) => room === door);
}

const on = (message: Message, reauthorization: Reauthorization): [string, Reauthorization] => [message.name, reauthorization];
/** Messages that change rights. Handled before the broadcast, so that evicted sockets do not get it. */
const beforeBroadcast = new Map<string, Reauthorization>([
  on(membershipChanged, membership),
  on(invitationNew, invited),
  on(invitationRemoved, invited),
  on(societyVisibility, visibility),
  on(ownChanged, ownSettings),
  on(staffChanged, scopes),
  on(stewardChanged, stewarding),
  on(sessionEnded, session),
]);

/** Messages that announce a removal. Handled after the broadcast, so that people in the room still get them. */
const afterBroadcast = new Map<string, Reauthorization>([
  on(societyRemoved, removal),
  on(postRemoved, roomRemoved('post')),
  on(eventRemoved, roomRemoved('event')),
]);

/** Re-authorizes the sockets whose rights a message changes, and evicts. Call it before the message is broadcast. */
export async function reauthorizeBeforeBroadcast(entry: StreamEntry, hub: Hub, authorizer: RoomAuthorizer): Promise<void> {
  await beforeBroadcast.get(entry.message)?.(entry, hub, authorizer);
}

/** Re-authorizes after the removal of a thing was broadcast to the people in its room. */
export async function reauthorizeAfterBroadcast(entry: StreamEntry, hub: Hub, authorizer: RoomAuthorizer): Promise<void> {
  await afterBroadcast.get(entry.message)?.(entry, hub, authorizer);
}
