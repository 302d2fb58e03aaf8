import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { searchAll } from '#models/contract/search';
import { searchAllAction } from './search.actions.js';

export function searchRoutes(app: FastifyInstance): void {
  route(app, searchAll, searchAllAction);
}
