import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { reportPost } from '#models/contract/reports';
import { reportPostAction } from './reports.actions.js';

export function reportsRoutes(app: FastifyInstance): void {
  route(app, reportPost, reportPostAction);
}
