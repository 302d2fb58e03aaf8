import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { getActivityFeed } from '#models/contract/activity';
import { getActivityFeedAction } from './activity.actions.js';

export function activityRoutes(app: FastifyInstance): void {
  route(app, getActivityFeed, getActivityFeedAction);
}
