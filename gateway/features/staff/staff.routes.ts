import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { confirmStaffChange, getStaff, giveUpScopes, proposeStaffChange, withdrawStaffChange } from '#models/contract/staff';
import {
  confirmStaffChangeAction,
  getStaffAction,
  giveUpScopesAction,
  proposeStaffChangeAction,
  withdrawStaffChangeAction,
} from './staff.actions.js';

export function staffRoutes(app: FastifyInstance): void {
  route(app, getStaff, getStaffAction);
  route(app, proposeStaffChange, proposeStaffChangeAction);
  route(app, confirmStaffChange, confirmStaffChangeAction);
  route(app, withdrawStaffChange, withdrawStaffChangeAction);
  route(app, giveUpScopes, giveUpScopesAction);
}
