import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { claimSociety, decideClaim, getClaimState, getClaims } from '#models/contract/admin-claims';
import { claimSocietyAction, getClaimStateAction, getClaimsAction } from './claims.actions.js';
import { decideClaimAction } from './decide-claim.actions.js';

export function claimsRoutes(app: FastifyInstance): void {
  route(app, getClaimState, getClaimStateAction);
  route(app, claimSociety, claimSocietyAction);
  route(app, getClaims, getClaimsAction);
  route(app, decideClaim, decideClaimAction);
}
