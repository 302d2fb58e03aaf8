import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { getUserInfo } from '#models/contract/users';
import { getUserInfoAction } from './users.actions.js';

export function usersRoutes(app: FastifyInstance): void {
  route(app, getUserInfo, getUserInfoAction);
}
