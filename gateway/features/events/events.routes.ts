import type { FastifyInstance } from 'fastify';
import { adoptingImage, creatingWithImage } from '#gateway/plugins/adopt-image';
import { route } from '#gateway/plugins/calls';
import { cancelEvent, createEvent, deleteEvent, updateEvent } from '#models/contract/event-changes';
import {
  getAllEvents,
  getCalendar,
  getEventInfo,
  getEventStats,
  getEventsAttendedByUser,
  getEventsBySociety,
  getRelatedEvents,
} from '#models/contract/events';
import { createEventIn } from './create-event.actions.js';
import { cancelEventAction, deleteEventAction } from './end-event.actions.js';
import {
  getAllEventsIn,
  getCalendarIn,
  getEventInfoAction,
  getEventStatsAction,
  getEventsAttendedByUserAction,
  getEventsBySocietyIn,
  getRelatedEventsAction,
} from './events.actions.js';
import { updateEventIn } from './update-event.actions.js';

export function eventsRoutes(app: FastifyInstance): void {
  route(app, getAllEvents, getAllEventsIn(app.settings.timeZone));
  route(app, getEventsBySociety, getEventsBySocietyIn(app.settings.timeZone));
  route(app, getEventInfo, getEventInfoAction);
  route(app, getEventStats, getEventStatsAction);
  route(app, getRelatedEvents, getRelatedEventsAction);
  route(app, getEventsAttendedByUser, getEventsAttendedByUserAction);
  route(app, getCalendar, getCalendarIn(app.settings.timeZone));
  route(app, createEvent, ...creatingWithImage(app, createEventIn(app.settings.timeZone)));
  route(app, updateEvent, ...adoptingImage(app, updateEventIn(app.settings.timeZone)));
  route(app, cancelEvent, cancelEventAction);
  route(app, deleteEvent, deleteEventAction);
}
