import { randomBytes } from 'node:crypto';
import type { Action } from '#gateway/plugins/calls';
import { hashToken } from '#gateway/plugins/context';
import { askSecondFactor } from '#gateway/plugins/second-factor/proofs';
import { spentDone } from '#gateway/plugins/sso/cookies';
import { noteActive } from '#models/commands/admin-claims';
import { fail } from '#models/contract/failure';
import type { finishSso, getLoginMethods } from '#models/contract/sso';
import { noteAudit } from '#models/db/audit-draft';
import { boundToPassword } from '#models/db/factor-challenges';
import { useToken } from '#models/db/one-time-tokens';
import { isFactor, secondFactorsOf } from '#models/db/second-factors';
import { Sessions } from '#models/db/sessions';
import { staffRightsOf } from '#models/db/staff-rights';
import { transaction } from '#models/db/transaction';
import { Users } from '#models/db/users';
import { isStaff } from '#models/policies/scopes';

export const getLoginMethodsAction: Action<typeof getLoginMethods> = async (_nothing, { settings }) => {
  const provider = settings.sso ?? settings.saml;
  return { data: { sso: provider ? { name: provider.name } : null, passwords: settings.passwords !== false } };
};

/**
 * Begins the session of a sign-in by the university, or the second step before it. The cookie's secret works once, for a minute.
 * Fails with `second_factor_needed` where the account has a factor and the provider does not ask for one.
 */
export const finishSsoAction: Action<typeof finishSso> = async (_nothing, ctx) => {
  const done = ctx.ssoDone ?? fail('sso_expired');
  const token = randomBytes(32).toString('base64url');
  const isProved = ctx.settings.ssoSecondFactor === true;
  const waiting: { ask?: () => Promise<void> } = {};
  const user = await transaction(async (session) => {
    const found = (await useToken(session, 'sso', done.secret)) ?? fail('sso_expired');
    const fields = { suspendedAt: 1, role: 1, staff: 1, passwordHash: 1 } as const;
    const user = await Users.findOne({ _id: found.user, deletedAt: null }, fields, { session }).lean();
    if (!user) return fail('sso_expired');
    if (user.suspendedAt) return fail('suspended');
    noteAudit({ actor: user._id, staff: isStaff(staffRightsOf(user)) });
    const ssoSid = found.sid ?? '';
    const own = isProved ? [] : await secondFactorsOf(user._id, session);
    if (own.some(isFactor)) {
      const step = { purpose: 'signIn', user: user._id, boundTo: boundToPassword(user.passwordHash), ssoSid } as const;
      waiting.ask = () => askSecondFactor(step, own, { to: done.to });
      return null;
    }
    const now = new Date();
    const begun = { _id: hashToken(token), user: user._id, device: ctx.device, createdAt: now, lastSeenAt: now, ssoSid };
    await Sessions.create([{ ...begun, ...(isProved ? { secondFactor: 'sso' as const } : {}) }], { session });
    return user._id;
  });
  await waiting.ask?.();
  if (user) await noteActive(user);
  return { data: { token, to: done.to }, cookie: spentDone() };
};
