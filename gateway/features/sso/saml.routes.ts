import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ownPath, saveDone, saveFlow, saveSamlAnswer, takeFlow, takeSamlAnswer } from '#gateway/plugins/sso/cookies';
import { SsoRefused } from '#gateway/plugins/sso/provider';
import { SamlProvider, type SamlSettings } from '#gateway/plugins/sso/saml';
import { Failure } from '#models/contract/failure';
import { samlCallbackPath, samlLogoutPath, samlMetadataPath, samlReturnPath, ssoPath } from '#models/contract/sso';
import { makeSsoToken, useAssertion } from '#models/db/one-time-tokens';
import { backToLogin, endSessions, originOf, readForms, signIn } from './sso.sessions.js';

const largestForm = 256 << 10;

/** The fields that came once: a name that came twice could be signed with one value and read with the other. */
const singleFields = (fields: unknown): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries((fields ?? {}) as object).filter(([, value]) => typeof value === 'string'));

const reasonOf = (error: SsoRefused): string => (error.cause instanceof Error ? error.cause.message : error.message);

const isPrivate = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');

interface Routes {
  app: FastifyInstance;
  provider: SamlProvider;
  options: { schema: { hide: boolean }; preHandler: (request: FastifyRequest) => Promise<void> };
}

/** The routes of a login that the browser visits by itself: its beginning and its end. */
function browserRoutes({ app, provider, options }: Routes): void {
  app.get(ssoPath, options, async (request, reply) => {
    try {
      const { url, requestId } = await provider.begin();
      saveFlow(request, reply, { requestId, to: ownPath(singleFields(request.query).to) });
      return isPrivate(reply).redirect(url, 303);
    } catch (error) {
      request.log.error({ err: error }, 'sso.provider unavailable');
      return backToLogin(reply, 'unavailable');
    }
  });

  app.get(samlReturnPath, options, async (request, reply) => {
    isPrivate(reply);
    const flow = takeFlow(request, reply, ['requestId']);
    const answer = takeSamlAnswer(request, reply);
    // An answer to somebody else's request would sign this browser in as somebody else.
    if (!flow || !answer || answer.requestId !== flow.requestId) return backToLogin(reply, 'expired');
    saveDone(request, reply, answer.secret, flow.to);
    return reply.redirect('/login?sso=done', 303);
  });

  app.get(samlMetadataPath, { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/samlmetadata+xml').send(provider.serviceMetadata()),
  );
}

/** The route of the provider's answers, which its page posts as a form. */
function answerRoute(scope: FastifyInstance, { app, provider, options }: Routes): void {
  scope.post(samlCallbackPath, options, async (request, reply) => {
    isPrivate(reply);
    try {
      const { identity, requestId, assertion } = await provider.finish(singleFields(request.body).SAMLResponse ?? '');
      const { user } = await signIn(identity, originOf(app, request), async (session, account) => {
        const isFirst = await useAssertion(session, account.user, assertion.id, assertion.until);
        if (!isFirst) throw new SsoRefused('The assertion was used before.');
      });
      saveSamlAnswer(request, reply, await makeSsoToken(user, identity.sid), requestId);
      return reply.redirect(samlReturnPath, 303);
    } catch (error) {
      if (error instanceof Failure) return backToLogin(reply, error.code);
      if (!(error instanceof SsoRefused)) throw error;
      request.log.warn({ err: reasonOf(error) }, 'sso.answer refused');
      return backToLogin(reply, 'refused');
    }
  });
}

/** The routes of the provider's logout requests, by redirect and by form. */
function logoutRoutes(scope: FastifyInstance, { app, provider, options }: Routes): void {
  async function logOut(request: FastifyRequest, reply: FastifyReply, fields: unknown, query: string | null): Promise<FastifyReply> {
    isPrivate(reply);
    try {
      const { answerUrl, ...logout } = await provider.readLogout(singleFields(fields), query);
      const sessions = await endSessions(logout, originOf(app, request));
      request.log.info({ sessions }, 'sso.logout done');
      return answerUrl ? reply.redirect(answerUrl, 303) : reply.code(200).send();
    } catch (error) {
      if (!(error instanceof SsoRefused)) throw error;
      request.log.warn({ err: reasonOf(error) }, 'sso.logout refused');
      return reply.code(400).send({ error: 'invalid_request' });
    }
  }
  scope.get(samlLogoutPath, options, (request, reply) => logOut(request, reply, request.query, request.url.split('?')[1] ?? ''));
  scope.post(samlLogoutPath, options, (request, reply) => logOut(request, reply, request.body, null));
}

/** Registers the login by SAML. */
export function samlRoutes(app: FastifyInstance, settings: SamlSettings): void {
  const { publicUrl } = app.settings;
  const provider = new SamlProvider(settings, { callback: `${publicUrl}${samlCallbackPath}`, logout: `${publicUrl}${samlLogoutPath}` });
  const preHandler = async (request: FastifyRequest): Promise<void> => app.rateLimits.take('signIn', null, app.addressOf(request.raw));
  const routes = { app, provider, options: { schema: { hide: true }, preHandler } };
  browserRoutes(routes);
  app.register(async (scope) => {
    readForms(scope, largestForm);
    answerRoute(scope, routes);
    logoutRoutes(scope, routes);
  });
}
