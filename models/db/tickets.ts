import type { SharedTicket, Ticket, TicketStatus } from '#models/contract/support';
import type { TicketFacts } from '#models/policies/facts';
import { describeCollection, ofUser } from './collections.js';
import { date, defineModel, type Id, maybeRef, needed, ref, string, version } from './model.js';
import { type PersonDoc, personName } from './users.js';

interface TicketReply {
  _id: Id;
  by: Id;
  isSupport: boolean;
  content: string;
  at: Date;
}

export interface TicketDoc {
  _id: Id;
  user: Id | null;
  /** Reply address, in lower case, of a person who was not signed in. */
  email: string;
  category: string;
  subject: string;
  content: string;
  status: TicketStatus;
  replies: TicketReply[];
  createdAt: Date;
  version: number;
}

const retentionDays = 730;
/** Maximum replies stored; the oldest are dropped. */
export const mostReplies = 100;

export const Tickets = defineModel<TicketDoc>(
  'tickets',
  {
    user: maybeRef,
    email: string,
    category: needed,
    subject: needed,
    content: needed,
    status: needed,
    replies: { type: [{ _id: ref, by: ref, isSupport: Boolean, content: String, at: Date }], default: [] },
    createdAt: date,
    version,
  },
  [
    [{ user: 1, createdAt: -1, _id: -1 }],
    [{ status: 1, createdAt: -1, _id: -1 }],
    [{ email: 1 }, { partialFilterExpression: { email: { $gt: '' } } }],
    [{ createdAt: 1 }, { expireAfterSeconds: retentionDays * 86_400 }],
  ],
);

describeCollection(Tickets, {
  description: 'Tickets of the person, signed in or from their address. Deleted; in those of others a supporter stays as an id.',
  exportFilter: ofUser,
  erase: async ({ user, emailFolded }) => {
    await Tickets.deleteMany({ user });
    if (emailFolded) await Tickets.deleteMany({ email: emailFolded });
  },
});

export const ticketFacts = ({ user }: Pick<TicketDoc, 'user'>): TicketFacts => ({ user: user ? String(user) : null });

/** A ticket as its author and the support team see it. */
export const sharedTicketToWire = (ticket: TicketDoc, people: ReadonlyMap<string, PersonDoc>): SharedTicket => ({
  ID: String(ticket._id),
  Category: ticket.category,
  Subject: ticket.subject,
  Content: ticket.content,
  Status: ticket.status,
  User: ticket.user && String(ticket.user),
  User_Name: ticket.user && personName(people.get(String(ticket.user))),
  CreatedAt: ticket.createdAt.toISOString(),
  Replies: ticket.replies.map((reply) => ({
    ID: String(reply._id),
    User: String(reply.by),
    User_Name: personName(people.get(String(reply.by))),
    Is_Support: reply.isSupport,
    Content: reply.content,
    CreatedAt: reply.at.toISOString(),
  })),
  version: ticket.version,
});

/** A ticket with its reply address, which only the support team sees. */
export const ticketToWire = (ticket: TicketDoc, people: ReadonlyMap<string, PersonDoc>, isSupport: boolean): Ticket => ({
  ...sharedTicketToWire(ticket, people),
  User_Email: isSupport && ticket.email !== '' ? ticket.email : null,
});
