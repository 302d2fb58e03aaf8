import { eventStats } from '#models/contract/attendance';
import { sessionEnded } from '#models/contract/auth';
import type { Message, PayloadOf } from '#models/contract/define';
import { invitationNew, invitationRemoved } from '#models/contract/invitations';
import { membershipChanged } from '#models/contract/members';
import { postPoll } from '#models/contract/polls';
import { postLikes } from '#models/contract/posts';
import { userUpdated } from '#models/contract/profiles';
import { parseRoom, roomOf } from '#models/contract/rooms';
import { societyCreated, societyRemoved, societyUpdated, societyVisibility } from '#models/contract/societies';
import { staffChanged } from '#models/contract/staff-scopes';
import { ownChanged } from '#models/contract/users';
import { invalidate } from '#models/db/invalidate';
import type { LiveMessage } from './live-stream.js';
import { peopleOf, type RecordDoc } from './records.js';

type Invalidation<P> = (payload: P) => void;

const rule = <M extends Message>(message: M, invalidates: Invalidation<PayloadOf<M>>): [string, Invalidation<never>] => [
  message.name,
  invalidates,
];

const noop = () => {};

/** Cache entries that each message makes stale. The people in whose own rooms it is published are invalidated with it. */
const rules = new Map<string, Invalidation<never>>([
  rule(membershipChanged, ({ society_id, user_id }) => invalidate.role(society_id, user_id)),
  rule(invitationNew, noop),
  rule(invitationRemoved, noop),
  rule(ownChanged, ({ kind, id }) => kind === 'block' && invalidate.person(id)),
  rule(staffChanged, ({ user_id }) => invalidate.person(user_id)),
  rule(userUpdated, ({ user_id }) => invalidate.person(user_id)),
  rule(sessionEnded, ({ session_ids }) => invalidate.sessions(session_ids)),
  rule(societyCreated, ({ ID }) => invalidate.society(ID)),
  rule(societyUpdated, ({ ID }) => invalidate.society(ID)),
  rule(societyVisibility, ({ society_id }) => invalidate.society(society_id)),
  rule(societyRemoved, ({ society_id }) => invalidate.society(society_id)),
]);

/**
 * Rooms whose messages may change a shared list: what is on it, its counters, or the right to see it. Compared by prefix, since a
 * notification to thousands checks this for each message.
 */
const pageRoomPrefixes = (['feed', 'post', 'society', 'societies', 'event', 'events', 'platform', 'support'] as const).map((kind) =>
  roomOf(kind),
);

/** Frequent messages that change nothing but counters leave the other lists alone. */
const counterRules = new Map<string, () => void>([
  [postLikes.name, invalidate.likes],
  [postPoll.name, invalidate.likes],
  [eventStats.name, invalidate.attendance],
]);

/** Invalidates the cached reads that a message makes stale. */
export function invalidateByMessage({ message, payload, rooms }: LiveMessage): void {
  if (rooms.some((room) => pageRoomPrefixes.some((name) => room.startsWith(name)))) (counterRules.get(message) ?? invalidate.pages)();
  const invalidates = rules.get(message);
  if (!invalidates) return;
  for (const room of rooms) {
    const parsed = parseRoom(room);
    if (parsed?.kind === 'user') invalidate.person(parsed.id);
  }
  invalidates(payload as never);
}

/** Invalidates the people and the society of a record before its messages are composed: the actor's next read may come before them. */
export function invalidateByRecord(record: RecordDoc): void {
  const people = peopleOf(record).map(String);
  for (const person of people) invalidate.person(person);
  const society = 'society' in record.doc ? record.doc.society : null;
  if (!society) return;
  invalidate.society(String(society));
  for (const person of people) invalidate.role(String(society), person);
}
