import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { createTicket, getContact, getMyTickets, getTickets, replyToTicket } from '#models/contract/support';
import { getContactAction, getMyTicketsAction, getTicketsAction, makeCreateTicket, replyToTicketAction } from './support.actions.js';

export function supportRoutes(app: FastifyInstance): void {
  route(app, createTicket, makeCreateTicket(app.rateLimits));
  route(app, getMyTickets, getMyTicketsAction);
  route(app, getTickets, getTicketsAction);
  route(app, replyToTicket, replyToTicketAction);
  route(app, getContact, getContactAction);
}
