import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { getUserStatus, toggleAttendance } from '#models/contract/attendance';
import { getUserStatusAction } from './status.actions.js';
import { toggleAttendanceAction } from './toggle.actions.js';

export function attendanceRoutes(app: FastifyInstance): void {
  route(app, toggleAttendance, toggleAttendanceAction);
  route(app, getUserStatus, getUserStatusAction);
}
