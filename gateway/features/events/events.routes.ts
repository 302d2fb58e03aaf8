import type { FastifyInstance } from 'fastify';
import { adoptingImage, creatingWithImage } from '#gateway/plugins/adopt-image';
import { route } from '#gateway/plugins/calls';
import { withForms } from '#gateway/plugins/forms';
import { cancelEvent, createEvent, deleteEvent, updateEvent } from '#models/contract/event-changes';
import { getOverlappingEvents } from '#models/contract/event-overlaps';
import { answerEventQuestion, askEventQuestion, deleteEventQuestion, getEventQuestions } from '#models/contract/event-questions';
import { cancelSeries, createSeries, getSeries, updateSeries } from '#models/contract/event-series';
import {
  getAllEvents,
  getCalendar,
  getEventInfo,
  getEventStats,
  getEventsAttendedByUser,
  getEventsBySociety,
  getRelatedEvents,
} from '#models/contract/events';
import { getTermDates, setTermDates } from '#models/contract/term-dates';
import { createEventAction } from './create-event.actions.js';
import { createSeriesAction } from './create-series.actions.js';
import { cancelEventAction, deleteEventAction } from './end-event.actions.js';
import {
  getAllEventsAction,
  getCalendarAction,
  getEventInfoAction,
  getEventStatsAction,
  getEventsAttendedByUserAction,
  getEventsBySocietyAction,
  getRelatedEventsAction,
} from './events.actions.js';
import { getOverlappingEventsAction } from './overlapping.actions.js';
import {
  answerEventQuestionAction,
  askEventQuestionAction,
  deleteEventQuestionAction,
  getEventQuestionsAction,
} from './questions.actions.js';
import { cancelSeriesAction, getSeriesAction } from './series.actions.js';
import { getTermDatesAction, readCalendar, setTermDatesAction } from './term-dates.actions.js';
import { updateEventAction } from './update-event.actions.js';
import { updateSeriesAction } from './update-series.actions.js';

function formRoutes(app: FastifyInstance): void {
  route(app, setTermDates, setTermDatesAction, readCalendar);
}

export function eventsRoutes(app: FastifyInstance): void {
  route(app, getAllEvents, getAllEventsAction);
  route(app, getEventsBySociety, getEventsBySocietyAction);
  route(app, getEventInfo, getEventInfoAction);
  route(app, getEventStats, getEventStatsAction);
  route(app, getRelatedEvents, getRelatedEventsAction);
  route(app, getEventsAttendedByUser, getEventsAttendedByUserAction);
  route(app, getCalendar, getCalendarAction);
  route(app, getOverlappingEvents, getOverlappingEventsAction);
  route(app, getTermDates, getTermDatesAction);
  withForms(app, formRoutes);
  route(app, createEvent, ...creatingWithImage(app, createEventAction));
  route(app, updateEvent, ...adoptingImage(app, updateEventAction));
  route(app, cancelEvent, cancelEventAction);
  route(app, deleteEvent, deleteEventAction);
  route(app, getSeries, getSeriesAction);
  route(app, createSeries, ...creatingWithImage(app, createSeriesAction));
  route(app, updateSeries, ...adoptingImage(app, updateSeriesAction));
  route(app, cancelSeries, cancelSeriesAction);
  route(app, getEventQuestions, getEventQuestionsAction);
  route(app, askEventQuestion, askEventQuestionAction);
  route(app, answerEventQuestion, answerEventQuestionAction);
  route(app, deleteEventQuestion, deleteEventQuestionAction);
}
