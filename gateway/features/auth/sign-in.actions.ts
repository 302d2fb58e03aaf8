import { randomBytes } from 'node:crypto';
import { browserCookie, newBrowser } from '#gateway/plugins/browser-cookie';
import type { Action } from '#gateway/plugins/calls';
import { type Ctx, hashToken } from '#gateway/plugins/context';
import { isPassword } from '#gateway/plugins/passwords';
import type { RateLimits } from '#gateway/plugins/rate-limit';
import { askSecondFactor } from '#gateway/plugins/second-factor/proofs';
import { noteActive } from '#models/commands/admin-claims';
import type { login as loginCall } from '#models/contract/auth';
import { fail } from '#models/contract/failure';
import { noteAudit } from '#models/db/audit-draft';
import { boundToPassword } from '#models/db/factor-challenges';
import { secondFactorsOf } from '#models/db/second-factors';
import { Sessions } from '#models/db/sessions';
import { staffRightsOf } from '#models/db/staff-rights';
import { foldEmail } from '#models/db/text';
import { Users } from '#models/db/users';
import { writeBarrier } from '#models/db/write-barrier';
import { isStaff } from '#models/policies/scopes';
import { type FoundOwner, ownerFields, type PasswordOwner, presentOwner, restoreOwner } from './restore-owner.js';

export interface SignInOptions {
  /** Whether accounts use passwords; platform admins always may, so that somebody can get in while the provider is away. */
  passwords: boolean;
  limits: RateLimits;
}

/** Account with this e-mail address and password, also one that was deleted and can be restored; null where either is wrong. */
async function ownerOf(emailFolded: string, password: string) {
  const user = await Users.findOne({ emailFolded }, ownerFields).lean<FoundOwner>();
  if (user) noteAudit({ subject: { kind: 'user', id: String(user._id) } });
  const isRight = await isPassword(user?.passwordHash, password);
  return user && isRight ? presentOwner(user) : null;
}

/** Begins a session after the password was right. A new password or a suspension that came in between ends it. */
async function beginSession({ _id, passwordHash }: PasswordOwner, { device }: Ctx): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = new Date();
  const session = hashToken(token);
  await writeBarrier.wait?.(null);
  await Sessions.create({ _id: session, user: _id, device, createdAt: now, lastSeenAt: now });
  const standing = await Users.findOne({ _id, passwordHash, deletedAt: null }, { suspendedAt: 1 }).lean();
  if (!standing || standing.suspendedAt) {
    await Sessions.deleteOne({ _id: session });
    return fail(standing ? 'suspended' : 'wrong_credentials');
  }
  return token;
}

/**
 * Makes the action of signing in by a password, and with `restores` of taking the account's deletion back. An account with a
 * second factor gets a second step first, which restores where this call would have.
 */
export function makeSignIn({ passwords, limits }: SignInOptions, { restores }: { restores: boolean }): Action<typeof loginCall> {
  return async (input, ctx) => {
    const emailFolded = foldEmail(input.email);
    const owner = await limits.passwords.signIn(emailFolded, ctx.client, () => ownerOf(emailFolded, input.password));
    if (!owner) return fail('wrong_credentials');
    if (owner.suspendedAt) return fail('suspended');
    if (!passwords && owner.role !== 'admin') return fail('passwords_off');
    if (owner.isRestorable && !restores) return fail('deletion_pending');
    await limits.spend('signIn', emailFolded);
    noteAudit({ actor: owner._id, staff: isStaff(staffRightsOf(owner)), subject: null });
    const step = { purpose: 'signIn', user: owner._id, boundTo: boundToPassword(owner.passwordHash) } as const;
    await askSecondFactor({ ...step, ...(owner.isRestorable ? { restores: true } : {}) }, await secondFactorsOf(owner._id));
    const user = owner.isRestorable ? ((await restoreOwner(owner)) ?? fail('wrong_credentials')) : owner;
    if (user.suspendedAt) return fail('suspended');
    const token = await beginSession(user, ctx);
    const browser = ctx.client.browser ?? newBrowser();
    await limits.passwords.remember(emailFolded, { ...ctx.client, browser });
    await noteActive(user._id);
    return { data: token, cookie: browserCookie(browser) };
  };
}
