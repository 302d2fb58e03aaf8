import type { SharedSupportRequest, SupportRequest, SupportRequestStatus } from '#models/contract/support';
import type { SupportRequestFacts } from '#models/policies/facts';
import { type AnswerClock, clockFields, clockIndex } from './answer-clock.js';
import { describeCollection, ofUser } from './collections.js';
import { date, defineModel, type Id, maybeRef, needed, ref, string, version } from './model.js';
import { type PersonDoc, personName } from './users.js';

interface SupportReply {
  _id: Id;
  by: Id;
  isSupport: boolean;
  content: string;
  at: Date;
}

export interface SupportRequestDoc extends AnswerClock {
  _id: Id;
  user: Id | null;
  /** Reply address, in lower case, of a person who was not signed in. */
  email: string;
  category: string;
  subject: string;
  content: string;
  status: SupportRequestStatus;
  replies: SupportReply[];
  takenBy?: Id | null;
  createdAt: Date;
  version: number;
}

const retentionDays = 730;
/** Maximum replies stored; the oldest are dropped. */
export const mostReplies = 100;

export const SupportRequests = defineModel<SupportRequestDoc>(
  'tickets',
  {
    user: maybeRef,
    email: string,
    category: needed,
    subject: needed,
    content: needed,
    status: needed,
    replies: { type: [{ _id: ref, by: ref, isSupport: Boolean, content: String, at: Date }], default: [] },
    takenBy: maybeRef,
    createdAt: date,
    ...clockFields,
    version,
  },
  [
    [{ user: 1, createdAt: -1, _id: -1 }],
    [{ status: 1, createdAt: -1, _id: -1 }],
    [{ createdAt: -1, _id: -1 }],
    clockIndex,
    [{ email: 1 }, { partialFilterExpression: { email: { $gt: '' } } }],
    [{ createdAt: 1 }, { expireAfterSeconds: retentionDays * 86_400 }],
  ],
);

describeCollection(SupportRequests, {
  description: 'Support requests of the person, signed in or from their address. Deleted; in those of others a supporter stays as an id.',
  exportFilter: ofUser,
  erase: async ({ user, emailFolded }) => {
    await SupportRequests.deleteMany({ user });
    if (emailFolded) await SupportRequests.deleteMany({ email: emailFolded });
  },
});

export const supportRequestFacts = ({ user }: Pick<SupportRequestDoc, 'user'>): SupportRequestFacts => ({
  user: user ? String(user) : null,
});

/** A support request as its author and the support team see it. */
export const sharedSupportRequestToWire = (ticket: SupportRequestDoc, people: ReadonlyMap<string, PersonDoc>): SharedSupportRequest => ({
  ID: String(ticket._id),
  Category: ticket.category,
  Subject: ticket.subject,
  Content: ticket.content,
  Status: ticket.status,
  User: ticket.user && String(ticket.user),
  User_Name: ticket.user && personName(people.get(String(ticket.user))),
  CreatedAt: ticket.createdAt.toISOString(),
  Due_At: ticket.dueAt?.toISOString() ?? null,
  Replies: ticket.replies.map((reply) => ({
    ID: String(reply._id),
    User: String(reply.by),
    User_Name: personName(people.get(String(reply.by))),
    Is_Support: reply.isSupport,
    Content: reply.content,
    CreatedAt: reply.at.toISOString(),
  })),
  Taken_By:
    ticket.status === 'open' && ticket.takenBy
      ? { ID: String(ticket.takenBy), Name: personName(people.get(String(ticket.takenBy))) }
      : null,
  version: ticket.version,
});

/** A support request with its reply address, which only the support team sees. */
export const supportRequestToWire = (
  ticket: SupportRequestDoc,
  people: ReadonlyMap<string, PersonDoc>,
  isSupport: boolean,
): SupportRequest => ({
  ...sharedSupportRequestToWire(ticket, people),
  User_Email: isSupport && ticket.email !== '' ? ticket.email : null,
});
