import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { tell } from '#models/bus/activity';
import { recordMail, sendSoon } from '#models/bus/mails';
import { inviteAddress, invitePerson } from '#models/commands/invitations';
import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import type { invite } from '#models/contract/invitations';
import type { InvitationDoc } from '#models/db/invitations';
import { isDuplicate } from '#models/db/locks';
import { type Id, toId } from '#models/db/model';
import { findPerson } from '#models/db/people.loaders';
import type { SocietyDoc } from '#models/db/societies';
import { findSociety } from '#models/db/societies.loaders';
import { foldEmail } from '#models/db/text';
import { transaction } from '#models/db/transaction';
import { Users } from '#models/db/users';

async function byPerson(ctx: Ctx, society: SocietyDoc, userId: string): Promise<InvitationDoc> {
  const { user, facts } = (await findPerson(ctx, toId(userId))) ?? fail('not_found');
  ctx.require('person.invite', facts, 'not_invitable');
  const { invitation, record } = await transaction((session) =>
    invitePerson(session, { society: society._id, user: user._id, by: ctx.me._id }),
  );
  if (record) tell(record);
  return invitation;
}

/** The person with this address, if it is proved and they would take the caller's invitation. */
async function willingAccount(ctx: Ctx, id: Id): Promise<Id | null> {
  const person = await findPerson(ctx, id);
  return person && person.user.verifiedAt !== null && ctx.can('person.invite', person.facts) ? id : null;
}

async function byAddress(ctx: Ctx, society: SocietyDoc, email: string): Promise<InvitationDoc> {
  const emailFolded = foldEmail(email);
  const { _id: by } = ctx.me;
  const owner = await Users.findOne({ emailFolded }, { _id: 1 }).lean();
  const account = owner && (await willingAccount(ctx, owner._id));
  const inviter = await Users.findById(by, { preferences: 1 }).lean();
  const { invitation, record, mail } = await transaction(async (session) => {
    const made = await inviteAddress(session, { society: society._id, emailFolded, account, by });
    const params = { by: ctx.me.name, society: society.name, path: '/signup' };
    const letter = { kind: 'invitation' as const, address: email, locale: inviter?.preferences.locale ?? null, params, about: [by] };
    return { ...made, mail: made.isNew && !owner ? await recordMail(letter, session) : null };
  });
  if (record) tell(record);
  if (mail) sendSoon(mail);
  return invitation;
}

/** Of two at once the second finds the first one's. */
export const inviteAction: Action<typeof invite> = async ({ society_id, user_id, email }, ctx) => {
  if (!user_id && !email) fail('validation_failed', { user_id: fieldTexts.required });
  const { society, facts } = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
  ctx.require('society.invite', facts);
  const attempt = () => (user_id ? byPerson(ctx, society, user_id) : byAddress(ctx, society, email ?? ''));
  const { _id, createdAt } = await attempt().catch((error) => (isDuplicate(error) ? attempt() : Promise.reject(error)));
  return { data: { Invitation_ID: String(_id), CreatedAt: createdAt.toISOString() } };
};
