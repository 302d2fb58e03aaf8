import { randomBytes } from 'node:crypto';
import { browserCookie, newBrowser } from '#gateway/plugins/browser-cookie';
import type { Action } from '#gateway/plugins/calls';
import { type Ctx, hashToken } from '#gateway/plugins/context';
import type { RateLimits } from '#gateway/plugins/rate-limit';
import { checkProof, passkeyOptions } from '#gateway/plugins/second-factor/proofs';
import { enqueueMailInBackground, recordMail } from '#models/bus/mails';
import { noteActive } from '#models/commands/admin-claims';
import { fail } from '#models/contract/failure';
import type {
  finishSecondFactor as finishSecondFactorCall,
  getPasskeyChallenge as getPasskeyChallengeCall,
  ProofMethod,
} from '#models/contract/second-step';
import { noteAudit } from '#models/db/audit-draft';
import { boundToPassword, endFactorChallenge, type FactorChallengeDoc, findFactorChallenge } from '#models/db/factor-challenges';
import { holdPerson } from '#models/db/holds';
import { Sessions } from '#models/db/sessions';
import { staffRightsOf } from '#models/db/staff-rights';
import { transaction } from '#models/db/transaction';
import { type UserDoc, Users } from '#models/db/users';
import { isStaff } from '#models/policies/scopes';
import { type FoundOwner, ownerFields, presentOwner, restoreOwner } from './restore-owner.js';

/** Whether the password that was right in the first step still is. */
const isBound = (step: FactorChallengeDoc, { passwordHash }: Pick<UserDoc, 'passwordHash'>): boolean =>
  step.boundTo === boundToPassword(passwordHash);

/**
 * Account of the first step; fails where it is gone or suspended, or its password has changed. One that was deleted and can be
 * restored counts only in a step that restores.
 */
async function accountOf(step: FactorChallengeDoc) {
  const found = await Users.findById(step.user, { emailFolded: 1, ...ownerFields }).lean<FoundOwner & Pick<UserDoc, 'emailFolded'>>();
  const user = found && isBound(step, found) ? presentOwner(found) : null;
  if (!user || (user.isRestorable && !step.restores)) return fail('factor_expired');
  return user.suspendedAt ? fail('suspended') : user;
}

/** Begins the session, once for a step. The hold makes a new password or a suspension see it, or be seen. */
async function beginSession(step: FactorChallengeDoc, secondFactor: ProofMethod, { device }: Ctx): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await transaction(async (session) => {
    const user = await holdPerson(session, step.user);
    if (!user || !isBound(step, user) || !(await endFactorChallenge(step, session))) return fail('factor_expired');
    if (user.suspendedAt) return fail('suspended');
    const now = new Date();
    const bySso = step.ssoSid === undefined ? {} : { ssoSid: step.ssoSid };
    const begun = { _id: hashToken(token), user: user._id, device, createdAt: now, lastSeenAt: now, secondFactor, ...bySso };
    await Sessions.create([begun], { session });
    return user._id;
  });
  return token;
}

/** Makes the actions of the second step of a sign-in. */
export function makeSecondStepActions({ passwords }: RateLimits, publicUrl: string) {
  const finishSecondFactor: Action<typeof finishSecondFactorCall> = async (input, ctx) => {
    const step = await findFactorChallenge(input.challenge);
    if (step?.purpose !== 'signIn') return fail('factor_expired');
    noteAudit({ subject: { kind: 'user', id: String(step.user) }, details: { factor: input.method } });
    const user = await accountOf(step);
    const method = await passwords.secondFactor(user.emailFolded, ctx.client, () => checkProof(step, input, publicUrl));
    if (!method) return fail('wrong_factor');
    noteAudit({ actor: user._id, staff: isStaff(staffRightsOf(user)), subject: null });
    if (user.isRestorable) await restoreOwner(user);
    const token = await beginSession(step, method, ctx);
    if (method === 'recovery') enqueueMailInBackground(await recordMail({ kind: 'recovery_code_used', user: user._id }));
    const browser = ctx.client.browser ?? newBrowser();
    await passwords.remember(user.emailFolded, { ...ctx.client, browser });
    await noteActive(user._id);
    return { data: { token }, cookie: browserCookie(browser) };
  };

  const getPasskeyChallenge: Action<typeof getPasskeyChallengeCall> = async ({ challenge }) => ({
    data: { options: await passkeyOptions(challenge, publicUrl) },
  });

  return { finishSecondFactor, getPasskeyChallenge };
}
