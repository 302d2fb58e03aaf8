import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { openBoard } from '#models/contract/admin';
import { openBoardAction } from './admin.actions.js';

export function adminRoutes(app: FastifyInstance): void {
  route(app, openBoard, openBoardAction);
}
