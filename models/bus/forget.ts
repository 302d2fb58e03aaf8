import { sessionEnded } from '#models/contract/auth';
import type { Message, PayloadOf } from '#models/contract/define';
import { invitationNew, invitationRemoved } from '#models/contract/invitations';
import { membershipChanged } from '#models/contract/members';
import { userUpdated } from '#models/contract/profiles';
import { parseRoom, roomOf } from '#models/contract/rooms';
import { societyCreated } from '#models/contract/societies';
import { societyRemoved } from '#models/contract/society-removal';
import { societyUpdated, societyVisibility } from '#models/contract/society-settings';
import { ownChanged } from '#models/contract/users';
import { forget } from '#models/db/known';
import type { Live } from './push.js';
import { peopleOf, type RecordDoc } from './records.js';

type Forgets<P> = (payload: P) => void;

const on = <M extends Message>(message: M, forgets: Forgets<PayloadOf<M>>): [string, Forgets<never>] => [message.name, forgets];

const nothingMore = () => {};

/** What each message says has changed of what is known; the people in whose own rooms it is said are forgotten with it. */
const changes = new Map<string, Forgets<never>>([
  on(membershipChanged, ({ society_id, user_id }) => forget.role(society_id, user_id)),
  on(invitationNew, nothingMore),
  on(invitationRemoved, nothingMore),
  on(ownChanged, ({ kind, id }) => kind === 'block' && forget.person(id)),
  on(userUpdated, ({ user_id }) => forget.person(user_id)),
  on(sessionEnded, ({ session_ids }) => forget.sessions(session_ids)),
  on(societyCreated, ({ ID }) => forget.society(ID)),
  on(societyUpdated, ({ ID }) => forget.society(ID)),
  on(societyVisibility, ({ society_id }) => forget.society(society_id)),
  on(societyRemoved, ({ society_id }) => forget.society(society_id)),
]);

/**
 * What is said in these rooms may change what a page of posts shows: the posts themselves, their counters, and who may see them.
 * By the beginning of a room's name, since each message of a telling to thousands is asked.
 */
const ofPages = [roomOf('feed'), roomOf('post'), roomOf('society')];

/** What a message tells of is read anew by whoever asks next. */
export function forgetBy({ message, payload, rooms }: Live): void {
  if (rooms.some((room) => ofPages.some((name) => room.startsWith(name)))) forget.pages();
  const change = changes.get(message);
  if (!change) return;
  for (const room of rooms) {
    const parsed = parseRoom(room);
    if (parsed?.kind === 'user') forget.person(parsed.id);
  }
  change(payload as never);
}

/** The same of whom and what a record is about, before it is known what is said of it: the answer to who did it may be there first. */
export function forgetByRecord(record: RecordDoc): void {
  const people = peopleOf(record).map(String);
  for (const person of people) forget.person(person);
  const society = 'society' in record.doc ? record.doc.society : null;
  if (!society) return;
  forget.society(String(society));
  for (const person of people) forget.role(String(society), person);
}
