import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { getActivityFeed, getRecommendations, getTrendingPosts, notInterested } from '#models/contract/analytics';
import { getActivityFeedAction, getRecommendationsAction, getTrendingPostsAction, notInterestedAction } from './analytics.actions.js';

export function analyticsRoutes(app: FastifyInstance): void {
  route(app, getActivityFeed, getActivityFeedAction);
  route(app, getTrendingPosts, getTrendingPostsAction);
  route(app, getRecommendations, getRecommendationsAction);
  route(app, notInterested, notInterestedAction);
}
