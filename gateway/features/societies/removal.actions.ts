import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { publish, publishInOrder } from '#models/bus/publish';
import { type RecordDoc, recordActivity } from '#models/bus/records';
import { becomeMember } from '#models/commands/become-member';
import { recordsOf, setRole } from '#models/commands/memberships';
import { removeSociety } from '#models/commands/remove-society';
import { fail } from '#models/contract/failure';
import { maskSociety } from '#models/contract/masked';
import type { SharedSociety } from '#models/contract/societies';
import type { deleteSociety, getRemoved, restoreSociety } from '#models/contract/society-removal';
import { isDuplicate } from '#models/db/locks';
import { Memberships } from '#models/db/memberships';
import { type Id, toId } from '#models/db/model';
import { loadNaming } from '#models/db/naming.loaders';
import { nameFields, Societies, type SocietyDoc, societyToWire } from '#models/db/societies';
import { findRemovable, isRestorable, removedPage } from '#models/db/societies.removed';
import type { DbSession } from '#models/db/transaction';
import { loadPeople, type UserDoc } from '#models/db/users';

/** Deletes a society. A repeat by the same admin gets the same answer. */
export const deleteSocietyAction: Action<typeof deleteSociety> = async ({ society_id, confirm }, ctx) => {
  const found = (await findRemovable(ctx, toId(society_id))) ?? fail('not_found');
  ctx.require('society.delete', found.facts);
  if (confirm !== found.society.name) return fail('wrong_confirmation');
  const { removedAt, record } = await transactionOf(ctx, (session) => removeSociety(session, found.society._id, ctx.me._id));
  if (record) publish(record);
  return { data: { society_id, Removed_At: removedAt.toISOString() } };
};

/** Composes societies with their creators as far as the caller may see who those are. */
async function composeFor(ctx: Ctx, societies: readonly SocietyDoc[]): Promise<SharedSociety[]> {
  const [people, mayName] = await Promise.all([
    loadPeople(societies.map(({ creator }) => creator)),
    loadNaming(
      ctx,
      societies.map((society) => ({ society, user: society.creator })),
    ),
  ]);
  return societies.map((society) => {
    const wire = societyToWire(society, people.get(String(society.creator)));
    return mayName(society, society.creator) ? wire : maskSociety(wire);
  });
}

export const getRemovedAction: Action<typeof getRemoved> = async ({ cursor, limit }, ctx) => {
  ctx.require('removedSociety.list');
  const { societies, next } = await removedPage(cursor, limit);
  const composed = await composeFor(ctx, societies);
  return { data: composed.map((wire, at) => ({ ...wire, Removed_At: societies[at]?.removedAt?.toISOString() ?? '' })), next };
};

/** Makes the platform admin who restores a society its admin if it has none, as after deleted accounts. */
async function lead(session: DbSession, society: SocietyDoc, { user, mayLead }: Restorer): Promise<(RecordDoc | null)[]> {
  if (await Memberships.findOne({ society: society._id, role: 'admin' }, { _id: 1 }).session(session).lean()) return [];
  if (!mayLead) return fail('society_without_admin');
  const joined = await becomeMember(session, { society, user });
  const membership = await Memberships.findOne({ society: society._id, user: user._id }).session(session).lean();
  const change = membership && (await setRole(session, { society, membership, role: 'admin', by: user._id }));
  return [joined, ...(change ? recordsOf(change) : [])];
}

interface Restorer {
  user: UserDoc;
  mayLead: boolean;
}

async function restore(session: DbSession, id: Id, restorer: Restorer, name: string | undefined): Promise<(RecordDoc | null)[]> {
  const society = await Societies.findById(id).session(session).lean();
  if (!society || !isRestorable(society)) return fail('not_found');
  if (!society.removedAt) return [];
  const named = nameFields(name ?? society.name);
  await Societies.updateOne({ _id: id }, { $set: { removedAt: null, active: true, ...named }, $inc: { version: 1 } }, { session });
  const about = { verb: 'society.restored', object: id, society: id, open: false } as const;
  return [await recordActivity(session, { actor: restorer.user._id, ...about }), ...(await lead(session, society, restorer))];
}

/** Restores a society; one that is not removed stays as it is. The unique index on the name decides whether it is still free. */
export const restoreSocietyAction: Action<typeof restoreSociety> = async ({ society_id, name }, ctx) => {
  ctx.require('society.restore');
  const id = toId(society_id);
  const mayLead = ctx.can('removedSociety.lead');
  try {
    publishInOrder(await transactionOf(ctx, (session, user) => restore(session, id, { user, mayLead }, name)));
  } catch (error) {
    if (isDuplicate(error)) return fail('name_taken');
    throw error;
  }
  const society = (await Societies.findById(id).lean()) ?? fail('not_found');
  const [data = fail('not_found')] = await composeFor(ctx, [society]);
  return { data };
};
