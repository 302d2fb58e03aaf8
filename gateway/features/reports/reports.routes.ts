import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { getReports, reportPost, reportThing, resolveReport, takeReport } from '#models/contract/reports';
import { getWaiting } from '#models/contract/waiting';
import { getReportsAction, reportPostAction, reportThingAction } from './reports.actions.js';
import { resolveReportAction } from './resolve.actions.js';
import { takeReportAction } from './take.actions.js';
import { getWaitingAction } from './waiting.actions.js';

export function reportsRoutes(app: FastifyInstance): void {
  route(app, reportPost, reportPostAction);
  route(app, reportThing, reportThingAction);
  route(app, getReports, getReportsAction);
  route(app, resolveReport, resolveReportAction);
  route(app, takeReport, takeReportAction);
  route(app, getWaiting, getWaitingAction);
}
