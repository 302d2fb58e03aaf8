import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { getConsents, giveConsent, withdrawConsent } from '#models/contract/consents';
import { getLedger, getRegister } from '#models/contract/privacy';
import { getConsentsAction, giveConsentAction, withdrawConsentAction } from './consents.actions.js';
import { getLedgerAction, getRegisterAction } from './privacy.actions.js';

export function privacyRoutes(app: FastifyInstance): void {
  route(app, getRegister, getRegisterAction);
  route(app, getLedger, getLedgerAction);
  route(app, getConsents, getConsentsAction);
  route(app, giveConsent, giveConsentAction);
  route(app, withdrawConsent, withdrawConsentAction);
}
