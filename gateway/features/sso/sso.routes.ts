import type { FastifyInstance, FastifyRequest } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { ownPath, saveDone, saveFlow, takeFlow } from '#gateway/plugins/sso/cookies';
import { flowKeys, SsoProvider, SsoRefused, type SsoSettings } from '#gateway/plugins/sso/provider';
import { Failure } from '#models/contract/failure';
import { finishSso, getLoginMethods, ssoCallbackPath, ssoLogoutPath, ssoPath } from '#models/contract/sso';
import { makeSsoToken } from '#models/db/one-time-tokens';
import { samlRoutes } from './saml.routes.js';
import { finishSsoAction, getLoginMethodsAction } from './sso.actions.js';
import { backToLogin, endSessions, originOf, readForms, signIn } from './sso.sessions.js';

type Query = Record<string, string | undefined>;

/** The routes that the browser and the provider visit by themselves. */
function registerFlow(app: FastifyInstance, settings: SsoSettings): void {
  const provider = new SsoProvider(settings, `${app.settings.publicUrl}${ssoCallbackPath}`);
  const limited = async (request: FastifyRequest): Promise<void> => app.rateLimits.take('signIn', null, app.addressOf(request.raw));

  app.get(ssoPath, { schema: { hide: true }, preHandler: limited }, async (request, reply) => {
    try {
      const { url, flow } = await provider.begin(ownPath((request.query as Query).to));
      saveFlow(request, reply, flow);
      return reply.header('cache-control', 'no-store').redirect(url, 303);
    } catch (error) {
      request.log.error({ err: error, issuer: settings.issuer }, 'sso.provider unavailable');
      return backToLogin(reply, 'unavailable');
    }
  });

  app.get(ssoCallbackPath, { schema: { hide: true }, preHandler: limited }, async (request, reply) => {
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    const flow = takeFlow(request, reply, flowKeys);
    if (!flow) return backToLogin(reply, 'expired');
    try {
      const identity = await provider.finish(request.url.split('?')[1] ?? '', flow);
      const account = await signIn(identity, originOf(app, request));
      saveDone(request, reply, await makeSsoToken(account.user, identity.sid), flow.to);
      return reply.redirect('/login?sso=done', 303);
    } catch (error) {
      if (error instanceof Failure) return backToLogin(reply, error.code);
      if (!(error instanceof SsoRefused)) throw error;
      request.log.warn({ err: error.cause instanceof Error ? error.cause.message : error.message }, 'sso.answer refused');
      return backToLogin(reply, 'refused');
    }
  });

  app.register(async (scope) => {
    readForms(scope, 64 << 10);
    scope.post(ssoLogoutPath, { schema: { hide: true }, preHandler: limited }, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      try {
        const logout = await provider.readLogoutToken(String((request.body as Query | undefined)?.logout_token ?? ''));
        const sessions = await endSessions(logout, originOf(app, request));
        request.log.info({ sessions }, 'sso.logout done');
        return reply.code(200).send();
      } catch (error) {
        if (!(error instanceof SsoRefused)) throw error;
        request.log.warn({ err: error.message }, 'sso.logout refused');
        return reply.code(400).send({ error: 'invalid_request' });
      }
    });
  });
}

export function ssoRoutes(app: FastifyInstance): void {
  route(app, getLoginMethods, getLoginMethodsAction);
  route(app, finishSso, finishSsoAction);
  if (app.settings.sso) registerFlow(app, app.settings.sso);
  if (app.settings.saml) samlRoutes(app, app.settings.saml);
}
