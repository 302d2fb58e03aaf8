import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { getRecommendations, notInterested } from '#models/contract/recommendations';
import { getRecommendationsAction, notInterestedAction } from './recommendations.actions.js';

export function recommendationsRoutes(app: FastifyInstance): void {
  route(app, getRecommendations, getRecommendationsAction);
  route(app, notInterested, notInterestedAction);
}
