import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { getTrendingPosts } from '#models/contract/trending';
import { getTrendingPostsAction } from './trending.actions.js';

export function trendingRoutes(app: FastifyInstance): void {
  route(app, getTrendingPosts, getTrendingPostsAction);
}
