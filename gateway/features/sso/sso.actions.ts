import { randomBytes } from 'node:crypto';
import type { Action } from '#gateway/plugins/calls';
import { hashToken } from '#gateway/plugins/context';
import { spentDone } from '#gateway/plugins/sso/cookies';
import { fail } from '#models/contract/failure';
import type { finishSso, getLoginMethods } from '#models/contract/sso';
import { noteAudit } from '#models/db/audit-draft';
import { useToken } from '#models/db/one-time-tokens';
import { Sessions } from '#models/db/sessions';
import { staffRightsOf } from '#models/db/staff-rights';
import { transaction } from '#models/db/transaction';
import { Users } from '#models/db/users';
import { isStaff } from '#models/policies/scopes';

export const getLoginMethodsAction: Action<typeof getLoginMethods> = async (_nothing, { settings }) => {
  const provider = settings.sso ?? settings.saml;
  return { data: { sso: provider ? { name: provider.name } : null, passwords: settings.passwords !== false } };
};

/** Begins the session of a sign-in by the university. The cookie's secret works once, for a minute. */
export const finishSsoAction: Action<typeof finishSso> = async (_nothing, ctx) => {
  const done = ctx.ssoDone ?? fail('sso_expired');
  const token = randomBytes(32).toString('base64url');
  await transaction(async (session) => {
    const found = (await useToken(session, 'sso', done.secret)) ?? fail('sso_expired');
    const user = await Users.findOne({ _id: found.user, deletedAt: null }, { suspendedAt: 1, role: 1, staff: 1 }, { session }).lean();
    if (!user) return fail('sso_expired');
    if (user.suspendedAt) return fail('suspended');
    noteAudit({ actor: user._id, staff: isStaff(staffRightsOf(user)) });
    const now = new Date();
    await Sessions.create(
      [{ _id: hashToken(token), user: user._id, device: ctx.device, createdAt: now, lastSeenAt: now, ssoSid: found.sid ?? '' }],
      { session },
    );
    return user._id;
  });
  return { data: { token, to: done.to }, cookie: spentDone() };
};
