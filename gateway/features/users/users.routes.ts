import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { getAllUsers, getUserInfo, suspendUser } from '#models/contract/users';
import { getAllUsersAction, suspendUserAction } from './accounts.actions.js';
import { getUserInfoAction } from './users.actions.js';

export function usersRoutes(app: FastifyInstance): void {
  route(app, getUserInfo, getUserInfoAction);
  route(app, getAllUsers, getAllUsersAction);
  route(app, suspendUser, suspendUserAction);
}
