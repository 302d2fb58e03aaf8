import { date, defineModel, type Id, mark, maybeRef, maybeString, needed, ref, version } from './model.js';

export interface InvitationDoc {
  _id: Id;
  society: Id;
  user: Id | null;
  emailFolded: string | null;
  by: Id;
  /** `ended`: by a ban. */
  status: 'pending' | 'accepted' | 'declined' | 'ended';
  open?: true;
  createdAt: Date;
  version: number;
}

const keptDays = 60;

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
    [{ user: 1, status: 1 }],
    [{ createdAt: 1 }, { expireAfterSeconds: keptDays * 86_400 }],
  ],
);
