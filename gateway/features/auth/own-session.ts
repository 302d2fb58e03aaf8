import type { Ctx } from '#gateway/plugins/context';
import { isPassword } from '#gateway/plugins/passwords';
import type { RateLimits } from '#gateway/plugins/rate-limit';
import { askSecondFactor } from '#gateway/plugins/second-factor/proofs';
import { hasPassword } from '#models/commands/sign-in-by-sso';
import { fail } from '#models/contract/failure';
import { type FactorChallengeDoc, type FactorPurpose, findFactorChallenge } from '#models/db/factor-challenges';
import { isFactor, type SecondFactorDoc } from '#models/db/second-factors';
import { type SessionDoc, Sessions } from '#models/db/sessions';
import { Users } from '#models/db/users';

/** Age up to which a login with the university replaces the password. */
const recentMs = 10 * 60_000;

/** The caller's session as of now. */
export const ownSession = async ({ session }: Ctx): Promise<SessionDoc> =>
  (await Sessions.findById(session).lean()) ?? fail('unauthorized');

/**
 * Fails unless the caller is the owner: by the password, or where the account has none, by a login with the university in the last
 * ten minutes.
 */
export async function confirmOwner(ctx: Ctx, passwords: RateLimits['passwords'], password = ''): Promise<void> {
  const user = (await Users.findById(ctx.me._id, { passwordHash: 1 }).lean()) ?? fail('unauthorized');
  if (hasPassword(user)) {
    if (!(await passwords.confirm(ctx.session ?? '', () => isPassword(user.passwordHash, password)))) fail('wrong_password');
    return;
  }
  const { ssoSid, createdAt } = await ownSession(ctx);
  if (ssoSid === undefined || Date.now() - createdAt.getTime() > recentMs) fail('login_again');
}

/** A new step of a check in the caller's session. */
export const checkStep = ({ me, session }: Ctx) => ({ purpose: 'check' as const, user: me._id, boundTo: session ?? '' });

/** Fails with `second_factor_needed` where the account has a factor that this session did not prove. */
export async function requireProved(ctx: Ctx, own: readonly SecondFactorDoc[]): Promise<void> {
  const { secondFactor } = await ownSession(ctx);
  if (secondFactor === undefined) await askSecondFactor(checkStep(ctx), own);
}

/** Whether a first factor takes a mailed code: it gives staff the rights that wait for one, which a password alone must not. */
export const needsMailedCode = ({ me }: Ctx, own: readonly SecondFactorDoc[]): boolean =>
  me.heldRights !== undefined && !own.some(isFactor);

/** A step that this session began; fails with `factor_expired` for another. */
export async function ownStep({ me, session }: Ctx, secret: string, purpose: FactorPurpose): Promise<FactorChallengeDoc> {
  const step = await findFactorChallenge(secret);
  const isOwn = step?.purpose === purpose && step.user.equals(me._id) && step.boundTo === session;
  return step && isOwn ? step : fail('factor_expired');
}
