import type { Model } from 'mongoose';
import { publishAndEnqueue } from '#models/bus/publish';
import type { HeldMembership } from '#models/commands/hold-membership';
import { claimInvitations } from '#models/commands/invitations';
import { rejoinSociety } from '#models/commands/rejoin-society';
import { restoreContent } from '#models/commands/restore-content';
import { isAttendable, lockEvent } from '#models/commands/seats';
import { type AttendanceDoc, Attendances } from '#models/db/attendances';
import { Comments } from '#models/db/comments';
import { Events } from '#models/db/events';
import { type HeldDocument, HeldDocuments } from '#models/db/held-documents';
import { holdPerson } from '#models/db/holds';
import { insertIgnoringDuplicates } from '#models/db/insert-ignore-duplicates';
import { Memberships } from '#models/db/memberships';
import { type Id, toId } from '#models/db/model';
import { Posts } from '#models/db/posts';
import { Societies } from '#models/db/societies';
import { transaction } from '#models/db/transaction';
import { Users } from '#models/db/users';
import '#models/db/all';
import { markRecount } from '../sweeper/counter-sources.js';
import { heldCollections, recountOf } from './held-collections.js';

/** Brings each membership back with its record, once; all stay held where the account was deleted again meanwhile. */
async function rejoinSocieties(user: Id): Promise<void> {
  for (const held of await HeldDocuments.find({ user, from: Memberships.modelName }).lean<HeldDocument[]>()) {
    const records = await transaction(async (session) => {
      const person = await holdPerson(session, user);
      if (!person) return [];
      const { deletedCount } = await HeldDocuments.deleteOne({ _id: held._id }, { session });
      return deletedCount === 1 ? rejoinSociety(session, held.body as unknown as HeldMembership, held._id.getTimestamp()) : [];
    });
    for (const record of records) await publishAndEnqueue(record);
  }
}

/** Shows the person's address again where a society has no other. */
async function restoreContacts(user: Id): Promise<void> {
  for (const { _id, body } of await HeldDocuments.find({ user, from: Societies.modelName }).lean<HeldDocument[]>()) {
    const { contactEmail } = body as { contactEmail?: string };
    await Societies.updateOne({ _id: body._id, contactEmail: '' }, { $set: { contactEmail }, $inc: { version: 1 } });
    await HeldDocuments.deleteOne({ _id });
  }
}

/** Shows the posts and comments again that the deletion removed; those of deleted societies and posts stay removed. */
async function showTexts(user: Id, since: Date): Promise<void> {
  const removedByDeletion = { author: user, removedBy: user, removedAt: { $gte: since } };
  for (const [kind, model] of [
    ['post', Posts],
    ['comment', Comments],
  ] as const)
    for await (const { _id } of (model as unknown as Model<{ _id: Id }>).find(removedByDeletion, { _id: 1 }).lean().cursor()) {
      const restored = await transaction(async (session) => {
        const person = await holdPerson(session, user);
        // Moderators may have decided since it was listed that it stays removed.
        const isOwn = await (model as unknown as Model<{ _id: Id; removedBy: Id | null }>)
          .exists({ _id, removedBy: user })
          .session(session);
        return person && isOwn && restoreContent(session, kind, _id, user);
      });
      if (!restored) continue;
      const { doc } = restored.record;
      if (kind === 'post' && 'society' in doc && doc.society) await markRecount({ kind: 'society', id: doc.society });
      if (kind === 'comment' && 'params' in doc && doc.params?.post) await markRecount({ kind: 'post', id: toId(doc.params.post) });
      await publishAndEnqueue(restored.record);
    }
}

/** Whether both people of a follow have accounts; other documents name nobody else who could have gone. */
async function arePresent({ from, to }: HeldDocument['body']): Promise<boolean> {
  if (!from || !to) return true;
  return (await Users.countDocuments({ _id: { $in: [from, to] as Id[] }, deletedAt: null })) === 2;
}

/**
 * Puts an attendance back, unless there is another one. A seat at an event that can be attended again, since it was moved, is not
 * taken back: others may have it. Stays held where the account was deleted again.
 */
async function attendAgain({ _id, user, body }: HeldDocument): Promise<void> {
  const attendance = body as unknown as AttendanceDoc;
  const { event: id } = attendance;
  await transaction(async (session) => {
    const event = (await lockEvent(session, id)) ?? (await Events.findById(id).session(session).lean());
    if (!(await holdPerson(session, user))) return;
    const { deletedCount } = await HeldDocuments.deleteOne({ _id }, { session });
    if (deletedCount === 0 || (await Attendances.exists({ event: id, user }).session(session))) return;
    const isSame = attendance.state === 'none' || (event !== null && !isAttendable(event));
    const givenUp = { state: 'none', checkedInAt: null, by: null, claimedAt: null, version: attendance.version + 1 } as const;
    await Attendances.create([isSame ? attendance : { ...attendance, ...givenUp }], { session });
  });
}

/** Puts the other documents back; one whose place was taken meanwhile is dropped. */
async function putBack(user: Id): Promise<void> {
  for (const collection of heldCollections)
    for (const held of await HeldDocuments.find({ user, from: collection.model.modelName }).lean<HeldDocument[]>()) {
      const { _id, body } = held;
      if (held.from === Attendances.modelName) await attendAgain(held);
      else {
        if (await arePresent(body)) await insertIgnoringDuplicates(collection.model, [body]);
        await HeldDocuments.deleteOne({ _id });
      }
      await recountOf(collection, [body]);
    }
}

/** Assigns the invitations that came to the person's address during the grace, when it had no account that could get them. */
async function claimAddressed(user: Id): Promise<void> {
  const records = await transaction(async (session) => {
    const person = await holdPerson(session, user);
    return person?.verifiedAt ? claimInvitations(session, user) : [];
  });
  for (const record of records) await publishAndEnqueue(record);
}

/**
 * Brings back what a restored account had: memberships with their roles, content and what lists show of it, and invitations of the
 * time between; seats stay where they went. Can be interrupted anywhere and run again.
 */
export async function restorePerson(id: string): Promise<void> {
  const user = toId(id);
  const returning = (await Users.findById(id, { returning: 1 }).lean())?.returning;
  if (!returning) return;
  await rejoinSocieties(user);
  await restoreContacts(user);
  await showTexts(user, returning.since);
  await putBack(user);
  await claimAddressed(user);
  await markRecount({ kind: 'user', id: user });
  await Users.updateOne({ _id: id, returning: { $exists: true } }, { $unset: { returning: 1, due: 1 } });
}
