import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { deleteAccount, exportData } from '#models/contract/account';
import { exportDataAction, makeDeleteAccount } from './account.actions.js';

export function accountRoutes(app: FastifyInstance): void {
  route(app, exportData, exportDataAction);
  route(app, deleteAccount, makeDeleteAccount(app.rateLimits.passwords));
}
