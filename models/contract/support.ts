import * as z from 'zod/mini';
import { email } from './auth.js';
import { call, message } from './define.js';
import { fieldTexts } from './field-texts.js';
import { lengths } from './limits.js';
import { count, id, line, nothing, nullable, optionalText, paging, text, time } from './parts.js';

const feature = 'support';

export const supportCategories = ['general', 'technical', 'account', 'society', 'events', 'report'] as const;
export const supportRequestStatus = z.enum(['open', 'answered', 'closed'], fieldTexts.unknown_choice);
export type SupportRequestStatus = z.output<typeof supportRequestStatus>;

export const supportReply = z.object({
  ID: id,
  User: id,
  User_Name: z.string(),
  /** Written by the support team, not by the requester. */
  Is_Support: z.boolean(),
  Content: z.string(),
  CreatedAt: time,
});

/** A support request as its author and the support team see it: sent in live messages. */
export const sharedSupportRequest = z.object({
  ID: id,
  Category: z.string(),
  Subject: z.string(),
  Content: z.string(),
  Status: supportRequestStatus,
  /** Null for a support request written without signing in. */
  User: nullable(id),
  User_Name: nullable(z.string()),
  CreatedAt: time,
  /** When it is to be answered; null unless it is open. */
  Due_At: nullable(time),
  Replies: z.array(supportReply),
  /** Member of the support team who is on it while it is open. */
  Taken_By: nullable(z.object({ ID: id, Name: z.string() })),
  version: z.number(),
});
export type SharedSupportRequest = z.output<typeof sharedSupportRequest>;
/** The e-mail address of somebody who was not signed in; only for the support team. */
export const supportRequest = z.extend(sharedSupportRequest, { User_Email: nullable(z.string()) });
export type SupportRequest = z.output<typeof supportRequest>;

export const createTicket = call({
  name: 'createTicket',
  feature,
  method: 'POST',
  path: '/support/create_ticket',
  auth: 'optional',
  policy: 'ticket.create',
  rate: 'ticket',
  status: 200,
  creates: true,
  input: z.object({
    category: z.enum(supportCategories, fieldTexts.category_required),
    subject: line(lengths.subject),
    content: text(lengths.ticket),
    email: z._default(
      z.string(fieldTexts.email_invalid).check(
        z.trim(),
        z.refine((value) => value === '' || z.safeParse(email, value).success, fieldTexts.email_invalid),
      ),
      '',
    ),
  }),
  data: id,
  summary: 'Write to support; who is not signed in says where the answer goes. The data is the id.',
});

export const getMyTickets = call({
  name: 'getMyTickets',
  feature,
  method: 'GET',
  path: '/support/my_tickets',
  auth: 'required',
  policy: null,
  rate: 'read',
  status: 200,
  list: true,
  input: z.object(paging),
  data: z.array(supportRequest),
  summary: 'Own tickets, newest first.',
});

export const getTickets = call({
  name: 'getTickets',
  feature,
  method: 'GET',
  path: '/support/get_all',
  auth: 'required',
  policy: 'ticket.handle',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ ...paging, status: z.optional(supportRequestStatus) }),
  data: z.array(supportRequest),
  counts: z.object({ open: count, answered: count, closed: count }),
  summary: "Everybody's tickets, newest first.",
  errors: ['forbidden'],
});

export const replyToTicket = call({
  name: 'replyToTicket',
  feature,
  method: 'POST',
  path: '/support/reply',
  auth: 'required',
  policy: 'ticket.see',
  rate: 'write',
  status: 200,
  creates: true,
  input: z.object({ ticket_id: id, content: optionalText(lengths.ticket), status: z.optional(supportRequestStatus) }),
  data: supportRequest,
  summary: 'Answer, ask on, or set the status. An answer of the support team makes it answered, a word of its author opens it again.',
  errors: ['not_found'],
});

export const takeTicket = call({
  name: 'takeTicket',
  feature,
  method: 'POST',
  path: '/support/take',
  auth: 'required',
  policy: 'ticket.handle',
  rate: 'write',
  status: 200,
  input: z.object({ ticket_id: id, taken: z.boolean(fieldTexts.wrong_type) }),
  data: supportRequest,
  summary:
    'Take an open ticket, also from another platform admin, or put it back; its author and the others see at once who is on it. Only its taker puts it back.',
  errors: ['not_found', 'forbidden', 'ticket_not_open'],
});

export const getContact = call({
  name: 'getContact',
  feature,
  method: 'GET',
  path: '/support/contact',
  auth: 'none',
  policy: null,
  rate: 'read',
  status: 200,
  input: nothing,
  data: z.object({ email: z.string(), time_zone: z.string() }),
  summary: "Where the support team is written to, and the time zone of the university's days and times.",
});

export const supportRequestUpdated = message('ticket:updated', ['user', 'support'], z.object({ ticket: sharedSupportRequest }));
