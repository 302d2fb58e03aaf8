import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { login, loginByQuery, logout, register } from '#models/contract/auth';
import { makeAuthActions } from './auth.actions.js';

export function authRoutes(app: FastifyInstance): void {
  const actions = makeAuthActions({
    emailDomains: app.settings.emailDomains,
    emailVerification: app.settings.emailVerification,
    takeSignIn: app.rateLimits.takeSignIn,
  });
  route(app, register, actions.register);
  route(app, loginByQuery, actions.login);
  route(app, login, actions.login);
  route(app, logout, actions.logout);
}
