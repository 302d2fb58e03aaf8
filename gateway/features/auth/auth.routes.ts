import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { login, loginByQuery, logout, restoreAccount } from '#models/contract/auth';
import { changePassword, forgotPassword, resendVerification, resetPassword, undoEmail, verifyEmail } from '#models/contract/credentials';
import {
  addPasskey,
  addTotp,
  getSecondFactors,
  mailFactorCode,
  makeRecoveryCodes,
  removeSecondFactor,
  renamePasskey,
  startPasskey,
  startTotp,
} from '#models/contract/second-factors';
import { confirmSecondFactor, finishSecondFactor, getPasskeyChallenge, startSecondFactorCheck } from '#models/contract/second-step';
import { endSession, getSessions } from '#models/contract/sessions';
import { register } from '#models/contract/sign-up';
import { makeAddFactorActions } from './add-factors.actions.js';
import { makeAuthActions, readPhotoOf } from './auth.actions.js';
import { makeCredentialActions } from './credentials.actions.js';
import { makeMailFactorCode } from './mail-factor-code.actions.js';
import { getSecondFactorsAction, makeOwnFactorActions, startSecondFactorCheckAction } from './own-factors.actions.js';
import { makeSecondStepActions } from './second-step.actions.js';
import { endSessionAction, getSessionsAction } from './sessions.actions.js';
import { makeUndoEmail } from './undo-email.actions.js';

export function authRoutes(app: FastifyInstance): void {
  const actions = makeAuthActions({
    emailVerification: app.settings.emailVerification,
    passwords: app.settings.passwords !== false,
    limits: app.rateLimits,
  });
  route(app, register, actions.register, readPhotoOf(app));
  route(app, loginByQuery, actions.login);
  route(app, login, actions.login);
  route(app, restoreAccount, actions.restoreAccount);
  route(app, logout, actions.logout);
  const credentials = makeCredentialActions(app.rateLimits);
  route(app, verifyEmail, credentials.verifyEmail);
  route(app, resendVerification, credentials.resendVerification);
  route(app, forgotPassword, credentials.forgotPassword);
  route(app, resetPassword, credentials.resetPassword);
  route(app, changePassword, credentials.changePassword);
  route(app, undoEmail, makeUndoEmail(app.rateLimits));
  route(app, getSessions, getSessionsAction);
  route(app, endSession, endSessionAction);
  secondFactorRoutes(app);
}

function secondFactorRoutes(app: FastifyInstance): void {
  const { rateLimits, settings } = app;
  const signIn = makeSecondStepActions(rateLimits, settings.publicUrl);
  route(app, finishSecondFactor, signIn.finishSecondFactor);
  route(app, getPasskeyChallenge, signIn.getPasskeyChallenge);
  const own = makeOwnFactorActions(rateLimits, settings.publicUrl);
  route(app, getSecondFactors, getSecondFactorsAction);
  route(app, startSecondFactorCheck, startSecondFactorCheckAction);
  route(app, confirmSecondFactor, own.confirmSecondFactor);
  route(app, removeSecondFactor, own.removeSecondFactor);
  route(app, renamePasskey, own.renamePasskey);
  route(app, makeRecoveryCodes, own.makeRecoveryCodes);
  const adding = makeAddFactorActions(rateLimits, settings.publicUrl);
  route(app, mailFactorCode, makeMailFactorCode(rateLimits));
  route(app, startTotp, adding.startTotp);
  route(app, addTotp, adding.addTotp);
  route(app, startPasskey, adding.startPasskey);
  route(app, addPasskey, adding.addPasskey);
}
