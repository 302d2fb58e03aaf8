import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { tell } from '#models/bus/activity';
import { sendSoon } from '#models/bus/mails';
import { recordActivity } from '#models/bus/records';
import { changeEmail } from '#models/commands/change-email';
import type { ParsedOf } from '#models/contract/define';
import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import type { getUserProfileInfo, updateProfile as updateProfileCall } from '#models/contract/profiles';
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
  return { data: await ownProfile(ctx, { user, facts: personFacts(user, noTies) }) };
}

export const getUserProfileInfoAction: Action<typeof getUserProfileInfo> = (_input, ctx) => answer(ctx);

/** The fields to be set: those that were sent and are not so already. An address is changed elsewhere. */
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

/** What the record says of a change, for what follows from it. */
function paramsOf(set: Record<string, unknown>): Record<string, string> {
  const paths = Object.keys(set);
  return {
    ...(paths.includes('name') || paths.includes('image') ? { face: 'yes' } : {}),
    ...(paths.some((path) => path.startsWith('privacy.')) ? { privacy: 'yes' } : {}),
  };
}

interface ProfileOptions {
  emailDomains: readonly string[];
  emailVerification: boolean;
}

/** Changing one's own profile, by the rules for addresses that are in force. */
export function makeUpdateProfile({ emailDomains, emailVerification }: ProfileOptions): Action<typeof updateProfileCall> {
  const mayBe = (email: string): boolean => emailDomains.length === 0 || emailDomains.includes(foldEmail(email).split('@')[1] ?? '');

  const change = (id: UserDoc['_id'], changes: Changes) =>
    transaction(async (session) => {
      const user = (await Users.findOne({ _id: id, deletedAt: null }).session(session).lean()) ?? fail('unauthorized');
      const isNewEmail = changes.email !== undefined && changes.email !== (user.pendingEmail ?? user.email);
      const mail = isNewEmail ? await changeEmail(session, { user, email: changes.email ?? '', verification: emailVerification }) : null;
      const set = settings(user, changes);
      if (!isNewEmail && Object.keys(set).length === 0) return null;
      await Users.updateOne({ _id: id }, { $set: set, $inc: { version: 1 } }, { session });
      const fields = { actor: id, verb: 'profile.updated', object: id, society: null, open: false, params: paramsOf(set) } as const;
      return { mail, record: await recordActivity(session, fields) };
    });

  return async (changes, ctx) => {
    ctx.require('account.edit');
    if (changes.email !== undefined && !mayBe(changes.email)) fail('validation_failed', { email: fieldTexts.email_domain });
    try {
      const changed = await change(ctx.me._id, changes);
      if (changed?.mail) sendSoon(changed.mail);
      if (changed) tell(changed.record);
    } catch (error) {
      if (isDuplicate(error)) return fail('email_taken');
      throw error;
    }
    return answer(ctx);
  };
}
