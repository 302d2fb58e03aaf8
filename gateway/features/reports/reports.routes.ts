import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { appealRemoval, resolveAppeal } from '#models/contract/report-appeals';
import { getReports, reportPost, reportThing, resolveReport, takeReport } from '#models/contract/reports';
import { getWaiting } from '#models/contract/waiting';
import { appealRemovalAction, resolveAppealAction } from './appeals.actions.js';
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
  route(app, appealRemoval, appealRemovalAction);
  route(app, resolveAppeal, resolveAppealAction);
  route(app, getWaiting, getWaitingAction);
}
