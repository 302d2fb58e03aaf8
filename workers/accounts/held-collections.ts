import type { Model } from 'mongoose';
import { Attendances } from '#models/db/attendances';
import type { Recount } from '#models/db/collections';
import { EventFeedbacks } from '#models/db/event-feedback';
import { askedBy, EventQuestions } from '#models/db/event-questions';
import { Follows } from '#models/db/follows';
import type { HeldDocument } from '#models/db/held-documents';
import { Invitations } from '#models/db/invitations';
import { JoinRequests } from '#models/db/join-requests';
import { type Id, toId } from '#models/db/model';
import { PollVotes } from '#models/db/poll-votes';
import { Reports } from '#models/db/reports';
import { SupportRequests } from '#models/db/support-requests';
import { markRecount } from '../sweeper/counter-sources.js';

/** A person as documents name them. */
interface Named {
  user: Id;
  emailFolded: string;
}

type StoredDoc = HeldDocument['body'];

/** Documents that others could find a person by. */
interface HeldCollection {
  model: Model<StoredDoc>;
  /** One filter for each index. */
  filters: ((who: Named) => object)[];
  /** Things that count them: their kind, and the fields with their ids. */
  counted?: { kind: Parameters<Recount>[0]; fields: string[] };
  /** Fields that a restoration does not bring back. */
  dropped?: string[];
}

const held = (
  model: unknown,
  filters: HeldCollection['filters'],
  more: Pick<HeldCollection, 'counted' | 'dropped'> = {},
): HeldCollection => ({
  model: model as Model<StoredDoc>,
  filters,
  ...more,
});
const own = ({ user }: Named) => ({ user });

/** Every document that lists show to others, or to staff, and that a deletion deletes. Memberships are held as they end. */
export const heldCollections: readonly HeldCollection[] = [
  held(Follows, [({ user }) => ({ from: user }), ({ user }) => ({ to: user })], { counted: { kind: 'user', fields: ['from', 'to'] } }),
  held(PollVotes, [own], { counted: { kind: 'post', fields: ['post'] } }),
  // The seat of an offer goes to others meanwhile.
  held(Attendances, [own], { counted: { kind: 'event', fields: ['event'] }, dropped: ['offeredUntil'] }),
  held(EventQuestions, [askedBy]),
  held(EventFeedbacks, [own]),
  held(JoinRequests, [own]),
  held(Invitations, [own, ({ emailFolded }) => ({ emailFolded })]),
  held(SupportRequests, [own, ({ emailFolded }) => ({ email: emailFolded })]),
  held(Reports, [({ user }) => ({ kind: 'user', object: user })]),
];

/** A document as a restoration brings it back. */
export const restorable = ({ dropped = [] }: HeldCollection, doc: StoredDoc): StoredDoc =>
  Object.fromEntries(Object.entries(doc).filter(([field]) => !dropped.includes(field))) as StoredDoc;

/** Marks the things that count these documents, so that the sweeper recomputes their counters. */
export async function recountOf({ counted }: HeldCollection, docs: readonly StoredDoc[]): Promise<void> {
  if (!counted) return;
  const ids = new Set(docs.flatMap((doc) => counted.fields.map((field) => String(doc[field]))));
  for (const id of ids) await markRecount({ kind: counted.kind, id: toId(id) });
}
