import { transactionOf } from '#gateway/plugins/caller';
import type { CreatingAction } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import type { Keep } from '#gateway/plugins/idempotency';
import { enqueueMailInBackground, recordMail } from '#models/bus/mails';
import { publish } from '#models/bus/publish';
import { inviteAddress, invitePerson } from '#models/commands/invitations';
import type { DataOf } from '#models/contract/define';
import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import type { invite } from '#models/contract/invitations';
import type { InvitationDoc } from '#models/db/invitations';
import { type Id, toId } from '#models/db/model';
import { findPerson } from '#models/db/people.loaders';
import type { SocietyDoc } from '#models/db/societies';
import { findSociety } from '#models/db/societies.loaders';
import { foldEmail } from '#models/db/text';
import { Users } from '#models/db/users';

type InviteAnswer = DataOf<typeof invite>;
type Attempt = (keep: Keep<InviteAnswer>) => Promise<InviteAnswer>;

const wireOf = ({ _id, createdAt }: InvitationDoc): InviteAnswer => ({ Invitation_ID: String(_id), CreatedAt: createdAt.toISOString() });

async function toPerson(ctx: Ctx, society: SocietyDoc, userId: string): Promise<Attempt> {
  const { user, facts } = (await findPerson(ctx, toId(userId))) ?? fail('not_found');
  ctx.require('person.invite', facts, 'not_invitable');
  return async (keep) => {
    const { wire, record } = await transactionOf(ctx, async (session) => {
      const { invitation, record } = await invitePerson(session, { society: society._id, user: user._id, by: ctx.me._id });
      const wire = wireOf(invitation);
      await keep(session, wire);
      return { wire, record };
    });
    if (record) publish(record);
    return wire;
  };
}

/** Account with this address, if it is verified and accepts invitations from the caller. */
async function willingAccount(ctx: Ctx, id: Id): Promise<Id | null> {
  const person = await findPerson(ctx, id);
  return person && person.user.verifiedAt !== null && ctx.can('person.invite', person.facts) ? id : null;
}

function toAddress(ctx: Ctx, society: SocietyDoc, email: string): Attempt {
  const emailFolded = foldEmail(email);
  const { _id: by } = ctx.me;
  return async (keep) => {
    const inviter = await Users.findById(by, { preferences: 1 }).lean();
    const { wire, record, mail } = await transactionOf(ctx, async (session) => {
      // Inside the transaction: a sign-up with this address meanwhile writes what `inviteAddress` locks.
      const owner = await Users.findOne({ emailFolded }, { _id: 1 }).session(session).lean();
      const account = owner && (await willingAccount(ctx, owner._id));
      const { invitation, record, isNew } = await inviteAddress(session, { society: society._id, emailFolded, account, by });
      const wire = wireOf(invitation);
      await keep(session, wire);
      const params = { by: ctx.me.name, society: society.name, path: '/signup' };
      const letter = { kind: 'invitation' as const, address: email, locale: inviter?.preferences.locale ?? null, params, about: [by] };
      return { wire, record, mail: isNew && !owner ? await recordMail(letter, session) : null };
    });
    if (record) publish(record);
    if (mail) enqueueMailInBackground(mail);
    return wire;
  };
}

/** Invites a person or an address. Both transactions lock it, so of two concurrent invitations the second finds the first. */
export const inviteAction: CreatingAction<typeof invite, InviteAnswer> = {
  async prepare({ society_id, user_id, email }, ctx) {
    if (!user_id && !email) fail('validation_failed', { user_id: fieldTexts.required });
    const { society, facts } = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
    ctx.require('society.invite', facts);
    const attempt = user_id ? await toPerson(ctx, society, user_id) : toAddress(ctx, society, email ?? '');
    return {
      create: async (keep) => ({ data: await attempt(keep) }),
      recall: async (invited) => ({ data: invited }),
    };
  },
};
