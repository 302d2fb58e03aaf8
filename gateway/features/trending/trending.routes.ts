import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { getTrendingPosts, getTrendingSocieties } from '#models/contract/trending';
import { getTrendingPostsAction, getTrendingSocietiesAction } from './trending.actions.js';

export function trendingRoutes(app: FastifyInstance): void {
  route(app, getTrendingPosts, getTrendingPostsAction);
  route(app, getTrendingSocieties, getTrendingSocietiesAction);
}
