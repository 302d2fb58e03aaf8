import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { login, loginByQuery, logout, restoreAccount } from '#models/contract/auth';
import { changePassword, forgotPassword, resendVerification, resetPassword, undoEmail, verifyEmail } from '#models/contract/credentials';
import { endSession, getSessions } from '#models/contract/sessions';
import { register } from '#models/contract/sign-up';
import { makeAuthActions, readPhotoOf } from './auth.actions.js';
import { makeCredentialActions } from './credentials.actions.js';
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
}
