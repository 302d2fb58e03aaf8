import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { auditPlace } from '#gateway/plugins/audit';
import { route } from '#gateway/plugins/calls';
import { deviceOf } from '#gateway/plugins/context';
import { ownPath, saveDone, saveFlow, takeFlow } from '#gateway/plugins/sso/cookies';
import { type SsoIdentity, SsoProvider, SsoRefused, type SsoSettings } from '#gateway/plugins/sso/provider';
import { liveMessage } from '#models/bus/live-stream';
import { publish, publishWithRetry } from '#models/bus/publish';
import { type SignedInAccount, signInBySso } from '#models/commands/sign-in-by-sso';
import { sessionEnded } from '#models/contract/auth';
import { Failure } from '#models/contract/failure';
import { roomOf } from '#models/contract/rooms';
import { finishSso, getLoginMethods, ssoCallbackPath, ssoLogoutPath, ssoPath } from '#models/contract/sso';
import { recordAuditEntry } from '#models/db/audit-draft';
import { invalidate } from '#models/db/invalidate';
import { makeSsoToken } from '#models/db/one-time-tokens';
import { Sessions } from '#models/db/sessions';
import { transaction } from '#models/db/transaction';
import { Users } from '#models/db/users';
import { finishSsoAction, getLoginMethodsAction } from './sso.actions.js';

type Query = Record<string, string | undefined>;

/** Sends the browser to the login page with the reason, never to an address from outside. */
const backToLogin = (reply: FastifyReply, reason: string): FastifyReply => reply.redirect(`/login?sso=${reason}`, 303);

const changeNames = { created: 'createSsoAccount', linked: 'linkSsoAccount', role: 'changeSsoRole' } as const;

/** Place and society of an entry that no call of the contract leaves. */
const originOf = (app: FastifyInstance, request: FastifyRequest) => ({
  society: null,
  ...auditPlace(app.addressOf(request.raw), deviceOf(request)),
});

/** Finds, creates or changes the account. A change besides name and address leaves an entry in the audit trail. */
function signIn(identity: SsoIdentity, origin: ReturnType<typeof originOf>): Promise<SignedInAccount> {
  return transaction(async (session) => {
    const account = await signInBySso(session, identity);
    const { user, role, change } = account;
    const subject = { kind: 'user', id: String(user) };
    const entry = { actor: user, staff: role === 'admin', subject, details: { role }, ...origin };
    if (change) await recordAuditEntry({ call: changeNames[change], ...entry }, session);
    return account;
  });
}

/** Runs after the commit of a sign-in. */
function publishSignIn({ user, isTakenOver, records }: SignedInAccount): void {
  invalidate.person(String(user));
  for (const record of records) publish(record);
  const ended = { reason: 'password_changed', session_ids: 'all' as const };
  if (isTakenOver) publishWithRetry(liveMessage(sessionEnded, [roomOf('user', String(user))], ended));
}

/** Ends the sessions that began by a session at the provider, or all of a person, and closes their open screens. */
async function endSessions(
  { issuer, subject, sid }: { issuer: string; subject: string | null; sid: string | null },
  origin: ReturnType<typeof originOf>,
): Promise<number> {
  const user = subject && (await Users.findOne({ 'sso.issuer': issuer, 'sso.subject': subject }, { _id: 1 }).lean());
  if (subject && !user) return 0;
  const found = await Sessions.find({
    ...(user ? { user: user._id } : {}),
    ...(sid ? { ssoSid: sid } : { ssoSid: { $exists: true } }),
  }).lean();
  const people = [...new Set(found.map(({ user: owner }) => String(owner)))];
  await transaction(async (session) => {
    await Sessions.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } }, { session });
    for (const id of people) {
      const entry = { call: 'endSsoSession', actor: null, staff: false, subject: { kind: 'user', id }, details: {}, ...origin };
      await recordAuditEntry(entry, session);
    }
    return found.length;
  });
  for (const { _id, user: owner } of found)
    publishWithRetry(liveMessage(sessionEnded, [roomOf('user', String(owner))], { reason: 'signed_out', session_ids: [_id] }));
  return found.length;
}

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
    const flow = takeFlow(request, reply);
    if (!flow) return backToLogin(reply, 'expired');
    try {
      const identity: SsoIdentity = await provider.finish(request.url.split('?')[1] ?? '', flow);
      const account = await signIn(identity, originOf(app, request));
      publishSignIn(account);
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
    scope.removeContentTypeParser('*');
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 64 << 10 }, (_request, text, done) =>
      done(null, { ...Object.fromEntries(new URLSearchParams(text as string)) }),
    );
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
}
