import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import {
  approveRequest,
  askToJoin,
  checkRequest,
  getJoinRequests,
  getOwnRequests,
  rejectRequest,
  withdrawRequest,
} from '#models/contract/join-requests';
import { askToJoinAction, checkRequestAction, getOwnRequestsAction, withdrawRequestAction } from './ask.actions.js';
import { approveRequestAction, getJoinRequestsAction, rejectRequestAction } from './decide.actions.js';

export function joinRequestsRoutes(app: FastifyInstance): void {
  route(app, askToJoin, askToJoinAction);
  route(app, withdrawRequest, withdrawRequestAction);
  route(app, checkRequest, checkRequestAction);
  route(app, getOwnRequests, getOwnRequestsAction);
  route(app, getJoinRequests, getJoinRequestsAction);
  route(app, approveRequest, approveRequestAction);
  route(app, rejectRequest, rejectRequestAction);
}
