import type { RecordDoc } from '#models/bus/records';
import { fail } from '#models/contract/failure';
import { Bans } from '#models/db/bans';
import { HeldDocuments } from '#models/db/held-documents';
import { holdRestorable } from '#models/db/holds';
import { Invitations } from '#models/db/invitations';
import { JoinRequests } from '#models/db/join-requests';
import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { Societies } from '#models/db/societies';
import type { DbSession } from '#models/db/transaction';
import { endStewardships } from './end-stewardships.js';
import { closeInvitation } from './invitations.js';
import { endMembership, recordsOf } from './memberships.js';
import { settleRequest } from './settle-request.js';

interface Removal {
  society: Id;
  user: Id;
  by: Id;
  ban: boolean;
}

/**
 * Removes a member who is no admin; a no-op for people who are no members. A ban also ends what could bring them back: a
 * pending request and open invitations. The caller authorizes `by`.
 */
export async function removePerson(session: DbSession, { society: id, user, by, ban }: Removal): Promise<RecordDoc[]> {
  const society = await Societies.findById(id, { removedAt: 1 }).session(session).lean();
  if (!society || society.removedAt) return fail('not_found');
  const pair = { society: id, user };
  const membership = await Memberships.findOne(pair).session(session).lean();
  if (membership?.role === 'admin') return fail('is_admin');
  const records: RecordDoc[] = [];
  if (membership) records.push(...recordsOf(await endMembership(session, membership, by, ban ? { ban: 'true' } : {})));
  if (ban) records.push(...(await banFromSociety(session, { society: id, user, by, ban })));
  return records;
}

/**
 * Writes the society and the person, so that a concurrent join, request or invitation conflicts with the ban. The second of two
 * concurrent bans finds the first. A person whose account is in its grace is banned as well, since it can come back.
 */
async function banFromSociety(session: DbSession, { society, user, by }: Removal): Promise<RecordDoc[]> {
  const pair = { society, user };
  const person = await holdRestorable(session, user);
  if (!person || (await Bans.findOne(pair, { _id: 1 }).session(session).lean())) return [];
  await Societies.updateOne({ _id: society }, { $inc: { rev: 1 } }, { session });
  await Bans.create([{ ...pair, by, at: new Date() }], { session });
  const request = await JoinRequests.findOne({ ...pair, pending: true })
    .session(session)
    .lean();
  const invited = [{ user }, { emailFolded: person.emailFolded }];
  const records = request ? [await settleRequest(session, request, { status: 'rejected', by })] : [];
  records.push(...(await endStewardships(session, { society, user, by })));
  for (const of of invited)
    for (const invitation of await Invitations.find({ society, ...of, open: true })
      .session(session)
      .lean()) {
      const closed = await closeInvitation(session, invitation, 'ended');
      if (closed) records.push(closed);
    }
  if (person.grace)
    await HeldDocuments.deleteMany({ user, from: Invitations.modelName, 'body.society': society, 'body.open': true }, { session });
  return records;
}
