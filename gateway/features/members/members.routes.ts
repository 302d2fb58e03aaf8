import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { checkAdmin, checkMembership } from '#models/contract/members';
import { checkAdminAction, checkMembershipAction } from './members.actions.js';

export function membersRoutes(app: FastifyInstance): void {
  route(app, checkMembership, checkMembershipAction);
  route(app, checkAdmin, checkAdminAction);
}
