import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { isPassword } from '#gateway/plugins/passwords';
import type { RateLimits } from '#gateway/plugins/rate-limit';
import { enqueueMailInBackground } from '#models/bus/mails';
import { publish } from '#models/bus/publish';
import { recordActivity } from '#models/bus/records';
import { changeEmail } from '#models/commands/change-email';
import type { ParsedOf } from '#models/contract/define';
import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import type { updateProfile as updateProfileCall } from '#models/contract/profile-changes';
import type { getUserProfileInfo } from '#models/contract/profiles';
import { noTies } from '#models/db/follows.loaders';
import { isDuplicate } from '#models/db/locks';
import { personFacts } from '#models/db/people.loaders';
import { ownProfile } from '#models/db/profiles.loaders';
import { foldEmail, grams } from '#models/db/text';
import { transaction } from '#models/db/transaction';
import { type UserDoc, Users } from '#models/db/users';

type Changes = ParsedOf<typeof updateProfileCall>;

async function answer(ctx: Ctx) {
  const user = (await Users.findById(ctx.me._id).lean()) ?? fail('unauthorized');
  const days = ctx.settings.deletionGraceDays ?? 0;
  const profile = await ownProfile(ctx, { user, facts: personFacts(user, noTies) });
  return { data: { ...profile, ...(days > 0 && { Restorable_Days: days }) } };
}

export const getUserProfileInfoAction: Action<typeof getUserProfileInfo> = (_input, ctx) => answer(ctx);

/** Fields to set: given and changed. The address is changed elsewhere. */
function settings(user: UserDoc, { name, phone, bio, image, notifications = {}, privacy = {} }: Changes): Record<string, unknown> {
  const wanted: [path: string, value: unknown, now: unknown][] = [
    ['name', name, user.name],
    ['phone', phone, user.phone],
    ['bio', bio, user.bio],
    ['image', image, user.image],
    ...Object.entries(notifications).map(([key, value]): [string, unknown, unknown] => [
      `notifications.${key}`,
      value,
      user.notifications[key as keyof UserDoc['notifications']],
    ]),
    ...Object.entries(privacy).map(([key, value]): [string, unknown, unknown] => [
      `privacy.${key}`,
      value,
      user.privacy[key as keyof UserDoc['privacy']],
    ]),
  ];
  const set = Object.fromEntries(
    wanted.filter(([, value, now]) => value !== undefined && value !== now).map(([path, value]) => [path, value]),
  );
  return typeof set.name === 'string' ? { ...set, nameGrams: grams(set.name) } : set;
}

/** Parameters of the outbox record. */
function paramsOf(set: Record<string, unknown>): Record<string, string> {
  const paths = Object.keys(set);
  return {
    ...(paths.includes('name') || paths.includes('image') ? { face: 'yes' } : {}),
    ...(paths.some((path) => path.startsWith('privacy.')) ? { privacy: 'yes' } : {}),
  };
}

const isNewEmail = (user: Pick<UserDoc, 'email' | 'pendingEmail'>, email: string | undefined): boolean =>
  email !== undefined && email !== (user.pendingEmail ?? user.email);

interface ProfileOptions {
  emailDomains: readonly string[];
  emailVerification: boolean;
  limits: RateLimits;
}

/** Makes the action that changes the caller's profile, with the rules for addresses in force. */
export function makeUpdateProfile({ emailDomains, emailVerification, limits }: ProfileOptions): Action<typeof updateProfileCall> {
  const mayBe = (email: string): boolean => emailDomains.length === 0 || emailDomains.includes(foldEmail(email).split('@')[1] ?? '');

  /** Checks the password that a new address needs, and counts its mails. Returns the password's hash; null where the address stays. */
  const provenHash = async ({ me, session, client }: Ctx, { email, password }: Changes): Promise<string | null> => {
    const user = (await Users.findById(me._id, { email: 1, pendingEmail: 1, passwordHash: 1 }).lean()) ?? fail('unauthorized');
    if (!isNewEmail(user, email)) return null;
    // The code for a first factor of staff is mailed to the address: the password alone must not move it.
    if (me.heldRights) return fail('factor_first');
    if (!password) return fail('validation_failed', { password: fieldTexts.password_required });
    if (!(await limits.passwords.confirm(session ?? '', () => isPassword(user.passwordHash, password)))) return fail('wrong_password');
    await limits.spend('mailFrom', client.address);
    await limits.spend('mailTo', `email_changed ${foldEmail(user.email)}`);
    if (emailVerification) await limits.spend('mailTo', `verify_email ${foldEmail(email ?? '')}`);
    return user.passwordHash;
  };

  const change = (id: UserDoc['_id'], changes: Changes, proven: string | null) =>
    transaction(async (session) => {
      const user = (await Users.findOne({ _id: id, deletedAt: null, suspendedAt: null }).session(session).lean()) ?? fail('unauthorized');
      const isMoving = isNewEmail(user, changes.email);
      // The password changed in between, so the check is void.
      if (isMoving && user.passwordHash !== proven) return fail('wrong_password');
      const mails = isMoving ? await changeEmail(session, { user, email: changes.email ?? '', verification: emailVerification }) : [];
      const set = settings(user, changes);
      if (!isMoving && Object.keys(set).length === 0) return null;
      await Users.updateOne({ _id: id }, { $set: set, $inc: { version: 1 } }, { session });
      const fields = { actor: id, verb: 'profile.updated', object: id, society: null, open: false, params: paramsOf(set) } as const;
      return { mails, record: await recordActivity(session, fields) };
    });

  return async (changes, ctx) => {
    ctx.require('account.edit');
    if (changes.email !== undefined && !mayBe(changes.email)) fail('validation_failed', { email: fieldTexts.email_domain });
    try {
      const proven = await provenHash(ctx, changes);
      const changed = await change(ctx.me._id, changes, proven);
      for (const mail of changed?.mails ?? []) enqueueMailInBackground(mail);
      if (changed) publish(changed.record);
    } catch (error) {
      if (isDuplicate(error)) return fail('email_taken');
      throw error;
    }
    return answer(ctx);
  };
}
