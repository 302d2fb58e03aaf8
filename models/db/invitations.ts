import type { Invitation } from '#models/contract/invitations';
import { describeCollection, ofUser } from './collections.js';
import { date, defineModel, type Id, mark, maybeRef, maybeString, needed, ref, version } from './model.js';
import type { SocietyDoc } from './societies.js';
import { type PersonDoc, personImage, personName } from './users.js';

export interface InvitationDoc {
  _id: Id;
  society: Id;
  user: Id | null;
  emailFolded: string | null;
  by: Id;
  /** `ended`: closed by a ban. */
  status: 'pending' | 'accepted' | 'declined' | 'ended';
  open?: true;
  createdAt: Date;
  version: number;
}

const retentionDays = 60;

export const Invitations = defineModel<InvitationDoc>(
  'invitations',
  { society: ref, user: maybeRef, emailFolded: maybeString, by: ref, status: needed, open: mark, createdAt: date, version },
  [
    [
      { society: 1, user: 1 },
      { unique: true, partialFilterExpression: { open: true, user: { $type: 'objectId' } } },
    ],
    [
      { society: 1, emailFolded: 1 },
      { unique: true, partialFilterExpression: { open: true, emailFolded: { $type: 'string' } } },
    ],
    [{ user: 1, status: 1, createdAt: -1, _id: -1 }],
    [{ emailFolded: 1 }],
    [{ createdAt: 1 }, { expireAfterSeconds: retentionDays * 86_400 }],
  ],
);

describeCollection(Invitations, {
  description: 'Invitations to the person, by account or by address: deleted. In those of others the inviter stays as an id.',
  exportFilter: ofUser,
  erase: async ({ user, emailFolded }) => {
    await Invitations.deleteMany({ user });
    if (emailFolded) await Invitations.deleteMany({ emailFolded });
  },
});

/** An invitation as its recipient sees it, with the society's header. */
export const invitationToWire = (invitation: InvitationDoc, society: SocietyDoc, inviter: PersonDoc | undefined): Invitation => ({
  ID: String(invitation._id),
  Society: {
    ID: String(society._id),
    Name: society.name,
    Image: society.image,
    Category: society.category,
    Member_Count: society.members,
  },
  Invited_By: { ID: String(invitation.by), Name: personName(inviter), Image: personImage(inviter) },
  CreatedAt: invitation.createdAt.toISOString(),
  version: invitation.version,
});
