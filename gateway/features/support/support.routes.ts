import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { createTicket, getContact, getMyTickets, getTickets, replyToTicket, takeTicket } from '#models/contract/support';
import { getContactAction, getMyTicketsAction, getTicketsAction, makeCreateTicket, replyToTicketAction } from './support.actions.js';
import { takeTicketAction } from './take.actions.js';

export function supportRoutes(app: FastifyInstance): void {
  route(app, createTicket, makeCreateTicket(app.rateLimits));
  route(app, getMyTickets, getMyTicketsAction);
  route(app, getTickets, getTicketsAction);
  route(app, replyToTicket, replyToTicketAction);
  route(app, takeTicket, takeTicketAction);
  route(app, getContact, getContactAction);
}
