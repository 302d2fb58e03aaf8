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
import { insist } from './insist.js';
import type { Judge } from './judging.js';
import type { Entry } from './stream.js';

type Bears = (entry: Entry, hub: Hub, judge: Judge) => Promise<void>;

/** The connections of the people in whose own rooms a message is said. */
const addressees = (entry: Entry, hub: Hub): Connection[] =>
  entry.rooms.flatMap((room) => {
    const parsed = parseRoom(room);
    return parsed?.kind === 'user' ? hub.of(parsed.id) : [];
  });

/** A role changed: that person's rooms of that society. */
async function membership(entry: Entry, hub: Hub, judge: Judge): Promise<void> {
  const { user_id, society_id } = entry.payload as PayloadOf<typeof membershipChanged>;
  await judge.again(hub.of(user_id), (_room, society) => society === society_id);
}

/** An invitation shows the header of a society that nobody else sees: every room of who is invited. */
async function invited(entry: Entry, hub: Hub, judge: Judge): Promise<void> {
  await judge.again(addressees(entry, hub), () => true);
}

/** Who sees what of a society changed: everybody in its rooms, and in those of its posts and events; and members who may come (back) in. */
async function visibility(entry: Entry, hub: Hub, judge: Judge): Promise<void> {
  const { society_id } = entry.payload as PayloadOf<typeof societyVisibility>;
  hub.bearings++;
  const meant = new Set([...hub.inSociety(society_id), ...(await membersOutside(society_id, hub))]);
  await judge.again([...meant], (_room, society) => society === society_id);
}

/** Connections of its members for whom `mine` does not stand for it, as while it was removed. */
async function membersOutside(society: string, hub: Hub): Promise<Connection[]> {
  const members = await insist(() => Memberships.find({ society }, { user: 1 }).lean());
  const room = roomOf('society', society);
  return members.flatMap(({ user }) => hub.of(String(user)).filter(({ hasMine, rooms }) => hasMine && !rooms.has(room)));
}

/** It is gone, and so is every right in it. */
async function removal(entry: Entry, hub: Hub, judge: Judge): Promise<void> {
  const { society_id } = entry.payload as PayloadOf<typeof societyRemoved>;
  hub.bearings++;
  await judge.again(hub.inSociety(society_id), (_room, society) => society === society_id);
}

/** A post or an event is gone: nobody is in its own room any more. */
const gone = (kind: RoomKind): Bears => {
  return async (entry, hub, judge) => {
    const room = entry.rooms.find((each) => parseRoom(each)?.kind === kind);
    if (room === undefined) return;
    hub.bearings++;
    await judge.again(hub.in(room), (held) => held === room);
  };
};

/** What somebody shows or is shown: every room of theirs; with a profile's privacy also everybody in the profile's room. */
async function own(entry: Entry, hub: Hub, judge: Judge): Promise<void> {
  const { kind, id } = entry.payload as PayloadOf<typeof ownChanged>;
  if (kind === 'block' || kind === 'follow' || kind === 'privacy') await judge.again(addressees(entry, hub), () => true);
  if (kind !== 'privacy') return;
  const profile = roomOf('profile', id);
  hub.bearings++;
  await judge.again(hub.in(profile), (room) => room === profile);
}

/** Sessions ended, or a person is suspended: they hear it and are cut. */
async function session(entry: Entry, hub: Hub, judge: Judge): Promise<void> {
  await judge.sessions(addressees(entry, hub), entry.payload as PayloadOf<typeof sessionEnded>, entry.id);
}

const bears = (message: Message, bear: Bears): [string, Bears] => [message.name, bear];
/** The messages that bear on somebody's rights. */
const bearing = new Map<string, Bears>([
  bears(membershipChanged, membership),
  bears(invitationNew, invited),
  bears(invitationRemoved, invited),
  bears(societyVisibility, visibility),
  bears(ownChanged, own),
  bears(sessionEnded, session),
]);

/** Those that tell people of the very end of their rights: they hear it first. */
const ending = new Map<string, Bears>([
  bears(societyRemoved, removal),
  bears(postRemoved, gone('post')),
  bears(eventRemoved, gone('event')),
]);

/** Judges again whose rights a message bears on, and evicts: to be done before the message is sent. */
export async function bearOn(entry: Entry, hub: Hub, judge: Judge): Promise<void> {
  await bearing.get(entry.message)?.(entry, hub, judge);
}

/** The same for what is to be heard before: to be done when the message has been sent. */
export async function bearAfter(entry: Entry, hub: Hub, judge: Judge): Promise<void> {
  await ending.get(entry.message)?.(entry, hub, judge);
}
