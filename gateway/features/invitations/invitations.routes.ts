import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { acceptInvitation, declineInvitation } from '#models/contract/invitation-answers';
import { getInvitations, invite } from '#models/contract/invitations';
import { acceptInvitationAction, declineInvitationAction, getInvitationsAction } from './answer.actions.js';
import { inviteAction } from './invite.actions.js';

export function invitationsRoutes(app: FastifyInstance): void {
  route(app, invite, inviteAction);
  route(app, getInvitations, getInvitationsAction);
  route(app, acceptInvitation, acceptInvitationAction);
  route(app, declineInvitation, declineInvitationAction);
}
