import { type RecordDoc, recordActivity } from '#models/bus/records';
import { fail } from '#models/contract/failure';
import { Bans } from '#models/db/bans';
import { blockedWith } from '#models/db/blocks.loaders';
import { Follows } from '#models/db/follows';
import { holdAddress, holdPerson } from '#models/db/holds';
import { type InvitationDoc, Invitations } from '#models/db/invitations';
import { Memberships } from '#models/db/memberships';
import { type Id, newId } from '#models/db/model';
import { Societies } from '#models/db/societies';
import type { DbSession } from '#models/db/transaction';
import { Users } from '#models/db/users';

export interface InvitationResult {
  invitation: InvitationDoc;
  /** Record to publish; null if the invitation existed already, or the address has no account yet. */
  record: RecordDoc | null;
}

/** Reason why a person can get no new invitation: member, banned or invited already. */
async function loadRelation(session: DbSession, society: Id, user: Id): Promise<'member' | 'banned' | InvitationDoc | null> {
  const pair = { society, user };
  if (await Memberships.findOne(pair, { _id: 1 }).session(session).lean()) return 'member';
  if (await Bans.findOne(pair, { _id: 1 }).session(session).lean()) return 'banned';
  return Invitations.findOne({ ...pair, open: true })
    .session(session)
    .lean();
}

const recordInvited = (session: DbSession, { _id, by, society }: InvitationDoc): Promise<RecordDoc> =>
  recordActivity(session, { actor: by, verb: 'invitation.created', object: _id, society, open: false });

type InvitationFields = Pick<InvitationDoc, 'society' | 'user' | 'emailFolded' | 'by'>;

/** Also writes the society, so that a concurrent ban conflicts with it. */
async function createInvitation(session: DbSession, fields: InvitationFields): Promise<InvitationDoc> {
  const invitation: InvitationDoc = { _id: newId(), ...fields, status: 'pending', open: true, createdAt: new Date(), version: 1 };
  const { matchedCount } = await Societies.updateOne({ _id: fields.society, removedAt: null }, { $inc: { rev: 1 } }, { session });
  if (matchedCount === 0) return fail('not_found');
  await Invitations.create([invitation], { session });
  return invitation;
}

/** Invites a person; the caller authorizes `by`. */
export async function invitePerson(
  session: DbSession,
  { society, user, by }: { society: Id; user: Id; by: Id },
): Promise<InvitationResult> {
  if (!(await holdPerson(session, user))) return fail('not_found');
  const relation = await loadRelation(session, society, user);
  if (relation === 'member') return fail('person_is_member');
  if (relation === 'banned') return fail('not_invitable');
  if (relation) return { invitation: relation, record: null };
  const invitation = await createInvitation(session, { society, user, emailFolded: null, by });
  return { invitation, record: await recordInvited(session, invitation) };
}

/**
 * Invites an address. `account` is the person with this verified address, if they accept invitations from `by`: then the
 * invitation is theirs at once. The response never reveals whether there is one.
 */
export async function inviteAddress(
  session: DbSession,
  { society, emailFolded, account, by }: { society: Id; emailFolded: string; account: Id | null; by: Id },
): Promise<InvitationResult & { isNew: boolean }> {
  await holdAddress(session, emailFolded);
  const existing = await Invitations.findOne({ society, emailFolded, open: true }).session(session).lean();
  if (existing?.user) return { invitation: existing, record: null, isNew: false };
  const isHeld = account !== null && (await holdPerson(session, account)) !== null;
  const user = isHeld && (await loadRelation(session, society, account)) === null ? account : null;
  if (existing)
    return { invitation: existing, record: user ? await assignInvitation(session, { ...existing, by }, user) : null, isNew: false };
  const invitation = await createInvitation(session, { society, user, emailFolded, by });
  return { invitation, record: user ? await recordInvited(session, invitation) : null, isNew: true };
}

/** Assigns the open invitation of an address to the person who has it. */
async function assignInvitation(session: DbSession, { _id, by, ...invitation }: InvitationDoc, user: Id): Promise<RecordDoc> {
  await Invitations.updateOne({ _id, open: true }, { $set: { user, by }, $inc: { version: 1 } }, { session });
  return recordInvited(session, { ...invitation, _id, by });
}

/** Assigns the open invitations of an address to the person who has just verified it or signed up with it; ends those they cannot have. */
export async function claimInvitations(session: DbSession, user: Id): Promise<RecordDoc[]> {
  const found = await Users.findById(user, { emailFolded: 1, privacy: 1 }).session(session).lean();
  if (!found) return [];
  const { _id, emailFolded, privacy } = found;
  await holdAddress(session, emailFolded);
  const records: RecordDoc[] = [];
  const blocked = await blockedWith(_id, session);
  for (const invitation of await Invitations.find({ emailFolded, open: true, user: null }).session(session).lean()) {
    const isTaken =
      privacy.allowMessages || (await Follows.findOne({ from: _id, to: invitation.by, on: true }, { _id: 1 }).session(session).lean());
    if (!isTaken || blocked.has(String(invitation.by)) || (await loadRelation(session, invitation.society, _id)) !== null) {
      await closeInvitation(session, invitation, 'ended');
      continue;
    }
    records.push(await assignInvitation(session, invitation, _id));
  }
  return records;
}

/** Closes an open invitation. The record is for the invited person's screens, which drop it. */
export async function closeInvitation(
  session: DbSession,
  { _id, society, user }: InvitationDoc,
  status: Exclude<InvitationDoc['status'], 'pending'>,
): Promise<RecordDoc | null> {
  await Invitations.updateOne({ _id, open: true }, { $set: { status }, $unset: { open: 1 }, $inc: { version: 1 } }, { session });
  return user && recordActivity(session, { actor: user, verb: 'invitation.closed', object: _id, society, open: false });
}
