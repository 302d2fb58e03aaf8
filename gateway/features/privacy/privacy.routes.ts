import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { getLedger, getRegister } from '#models/contract/privacy';
import { getLedgerAction, getRegisterAction } from './privacy.actions.js';

export function privacyRoutes(app: FastifyInstance): void {
  route(app, getRegister, getRegisterAction);
  route(app, getLedger, getLedgerAction);
}
