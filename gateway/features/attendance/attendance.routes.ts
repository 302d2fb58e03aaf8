import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { getUserStatus, recordShare, toggleAttendance, toggleBookmark } from '#models/contract/attendance';
import { getCalendarFile, getCalendarKeys, makeCalendarKey, revokeCalendarKey } from '#models/contract/calendar-feeds';
import { checkIn, exportAttendees, getAttendees, getMyTicket } from '#models/contract/check-in';
import { getEventMessages, sendEventMessage } from '#models/contract/event-messages';
import { attendSeries } from '#models/contract/event-series';
import { getAttendeesAction } from './attendees.actions.js';
import { toggleBookmarkAction } from './bookmarks.actions.js';
import { getCalendarFileAction, getCalendarKeysAction, makeCalendarKeyAction, revokeCalendarKeyAction } from './calendar.actions.js';
import { checkInAction, getMyTicketAction } from './check-in.actions.js';
import { exportAttendeesAction } from './export.actions.js';
import { getEventMessagesAction, sendEventMessageAction } from './messages.actions.js';
import { attendSeriesAction } from './series.actions.js';
import { recordShareAction } from './shares.actions.js';
import { getUserStatusAction } from './status.actions.js';
import { toggleAttendanceAction } from './toggle.actions.js';

export function attendanceRoutes(app: FastifyInstance): void {
  route(app, toggleAttendance, toggleAttendanceAction);
  route(app, attendSeries, attendSeriesAction);
  route(app, getUserStatus, getUserStatusAction);
  route(app, toggleBookmark, toggleBookmarkAction);
  route(app, recordShare, recordShareAction);
  route(app, getAttendees, getAttendeesAction);
  route(app, exportAttendees, exportAttendeesAction);
  route(app, sendEventMessage, sendEventMessageAction);
  route(app, getEventMessages, getEventMessagesAction);
  route(app, checkIn, checkInAction);
  route(app, getMyTicket, getMyTicketAction);
  route(app, getCalendarFile, getCalendarFileAction);
  route(app, getCalendarKeys, getCalendarKeysAction);
  route(app, makeCalendarKey, makeCalendarKeyAction);
  route(app, revokeCalendarKey, revokeCalendarKeyAction);
}
