import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { getAllEvents, getEventsBySociety } from '#models/contract/events';
import { getAllEventsIn, getEventsBySocietyIn } from './events.actions.js';

export function eventsRoutes(app: FastifyInstance): void {
  route(app, getAllEvents, getAllEventsIn(app.settings.timeZone));
  route(app, getEventsBySociety, getEventsBySocietyIn(app.settings.timeZone));
}
