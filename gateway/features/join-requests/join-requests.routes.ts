import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { getJoinRequests, rejectRequest } from '#models/contract/join-request-queue';
import { approveRequest, askToJoin, checkRequest, getOwnRequests, withdrawRequest } from '#models/contract/join-requests';
import { approveByPush, decideRequests, getOpenRequests, reopenRequest } from '#models/contract/request-desk';
import { approveByPushAction } from './approve-by-push.actions.js';
import { askToJoinAction, checkRequestAction, getOwnRequestsAction, withdrawRequestAction } from './ask.actions.js';
import { approveRequestAction, getJoinRequestsAction, rejectRequestAction } from './decide.actions.js';
import { decideRequestsAction, getOpenRequestsAction } from './desk.actions.js';
import { reopenRequestAction } from './reopen.actions.js';

export function joinRequestsRoutes(app: FastifyInstance): void {
  route(app, askToJoin, askToJoinAction);
  route(app, withdrawRequest, withdrawRequestAction);
  route(app, checkRequest, checkRequestAction);
  route(app, getOwnRequests, getOwnRequestsAction);
  route(app, getJoinRequests, getJoinRequestsAction);
  route(app, approveRequest, approveRequestAction);
  route(app, rejectRequest, rejectRequestAction);
  route(app, getOpenRequests, getOpenRequestsAction);
  route(app, decideRequests, decideRequestsAction);
  route(app, reopenRequest, reopenRequestAction);
  route(app, approveByPush, approveByPushAction);
}
