import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { auditPlace } from '#gateway/plugins/audit';
import { deviceOf } from '#gateway/plugins/context';
import type { SsoIdentity } from '#gateway/plugins/sso/provider';
import { enqueueErasure } from '#models/bus/account-deletion';
import { liveMessage } from '#models/bus/live-stream';
import { enqueueMailInBackground } from '#models/bus/mails';
import { publish, publishWithRetry } from '#models/bus/publish';
import { type SignedInAccount, signInBySso } from '#models/commands/sign-in-by-sso';
import { sessionEnded } from '#models/contract/auth';
import { roomOf } from '#models/contract/rooms';
import { recordAuditEntry } from '#models/db/audit-draft';
import { FactorChallenges } from '#models/db/factor-challenges';
import { invalidate } from '#models/db/invalidate';
import { Sessions } from '#models/db/sessions';
import { type DbSession, transaction } from '#models/db/transaction';
import { Users } from '#models/db/users';

/** Sends the browser to the login page with the reason, never to an address from outside. */
export const backToLogin = (reply: FastifyReply, reason: string): FastifyReply => reply.redirect(`/login?sso=${reason}`, 303);

const changeNames = { created: 'createSsoAccount', linked: 'linkSsoAccount', role: 'changeSsoRole' } as const;

/** Place and society of an entry that no call of the contract leaves. */
export const originOf = (app: FastifyInstance, request: FastifyRequest) => ({
  society: null,
  ...auditPlace(app.addressOf(request.raw), deviceOf(request)),
});

/**
 * Finds, creates or changes the account. A change besides name and address leaves an entry in the audit trail.
 *
 * @param once runs in the transaction, and refuses an answer that was used before
 */
export async function signIn(
  identity: SsoIdentity,
  origin: ReturnType<typeof originOf>,
  once?: (session: DbSession, account: SignedInAccount) => Promise<void>,
): Promise<SignedInAccount> {
  const signedIn = await transaction(async (session) => {
    const account = await signInBySso(session, identity);
    await once?.(session, account);
    const { user, role, change } = account;
    const subject = { kind: 'user', id: String(user) };
    const entry = { actor: user, staff: role === 'admin', subject, details: { role }, ...origin };
    if (change) await recordAuditEntry({ call: changeNames[change], ...entry }, session);
    return account;
  });
  publishSignIn(signedIn);
  return signedIn;
}

/** Runs after the commit of a sign-in. */
function publishSignIn({ user, isTakenOver, records, mails, erased }: SignedInAccount): void {
  invalidate.person(String(user));
  for (const record of records) publish(record);
  for (const mail of mails) enqueueMailInBackground(mail);
  if (erased) enqueueErasure(erased);
  const ended = { reason: 'password_changed', session_ids: 'all' as const };
  if (isTakenOver) publishWithRetry(liveMessage(sessionEnded, [roomOf('user', String(user))], ended));
}

/**
 * Ends the sessions that began by a session at the provider, or all of a person, and closes their open screens. Sign-ins that wait
 * for a second factor end with them: one that finishes meanwhile conflicts, and its session is found by the retry.
 */
export async function endSessions(
  { issuer, subject, sid }: { issuer: string; subject: string | null; sid: string | null },
  origin: ReturnType<typeof originOf>,
): Promise<number> {
  const user = subject && (await Users.findOne({ 'sso.issuer': issuer, 'sso.subject': subject }, { _id: 1 }).lean());
  if (subject && !user) return 0;
  const begun = { ...(user ? { user: user._id } : {}), ssoSid: sid ? sid : { $exists: true } };
  const found = await transaction(async (session) => {
    await FactorChallenges.deleteMany(begun, { session });
    const sessions = await Sessions.find(begun, null, { session }).lean();
    await Sessions.deleteMany({ _id: { $in: sessions.map(({ _id }) => _id) } }, { session });
    const people = [...new Set(sessions.map(({ user: owner }) => String(owner)))];
    for (const id of people) {
      const entry = { call: 'endSsoSession', actor: null, staff: false, subject: { kind: 'user', id }, details: {}, ...origin };
      await recordAuditEntry(entry, session);
    }
    return sessions;
  });
  for (const { _id, user: owner } of found)
    publishWithRetry(liveMessage(sessionEnded, [roomOf('user', String(owner))], { reason: 'signed_out', session_ids: [_id] }));
  return found.length;
}

/** Lets the routes of a scope read forms, which only identity providers send. */
export function readForms(scope: FastifyInstance, bodyLimit: number): void {
  scope.removeContentTypeParser('*');
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit }, (_request, text, done) =>
    done(null, { ...Object.fromEntries(new URLSearchParams(text as string)) }),
  );
}
