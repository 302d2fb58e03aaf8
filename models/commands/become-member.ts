import { type RecordDoc, recordActivity } from '#models/bus/records';
import { activateConsent } from '#models/db/consents';
import { Invitations } from '#models/db/invitations';
import { Memberships } from '#models/db/memberships';
import { type Id, newId } from '#models/db/model';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { SocietyFollows } from '#models/db/society-follows';
import { fold, grams } from '#models/db/text';
import type { DbSession } from '#models/db/transaction';

interface Joining {
  society: SocietyDoc;
  user: { _id: Id; name: string };
  /** Admin who let them in, if any. */
  by?: Id;
  /** Time of the decision that lets them in: tells its membership from a later one. */
  at?: Date;
}

/**
 * Adds a member: membership, the society's count and `rev`, open invitations, the record. Null, and nothing written, if they
 * are a member already. The caller authorizes, in the same transaction.
 */
export async function becomeMember(session: DbSession, { society, user, by, at }: Joining): Promise<RecordDoc | null> {
  const pair = { society: society._id, user: user._id };
  if (await Memberships.findOne(pair, { _id: 1 }).session(session).lean()) return null;
  // Write the society first: of two concurrent joins the second conflicts here, not on the membership's unique index.
  await Societies.updateOne({ _id: society._id }, { $inc: { members: 1, growth: 1, rev: 1 } }, { session });
  const joinedAt = at ?? new Date();
  const names = { nameFolded: fold(user.name), nameGrams: grams(user.name) };
  await Memberships.create([{ _id: newId(), ...pair, role: 'member', joinedAt, ...names }], { session });
  await Invitations.updateMany(
    { ...pair, open: true },
    { $set: { status: 'accepted' }, $unset: { open: 1 }, $inc: { version: 1 } },
    { session },
  );
  // A member gets the society's news as such.
  await SocietyFollows.updateMany({ ...pair, on: true }, { $set: { on: false, at: joinedAt }, $inc: { version: 1 } }, { session });
  await activateConsent(session, { user: user._id, subject: 'sensitive-membership', society: society._id });
  return recordActivity(session, {
    actor: user._id,
    verb: 'member.joined',
    object: user._id,
    society: society._id,
    open: false,
    ...(by ? { params: { by: String(by) } } : {}),
  });
}
