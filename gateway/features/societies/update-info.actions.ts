import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import { publish } from '#models/bus/publish';
import { type RecordDoc, recordActivity } from '#models/bus/records';
import { fail } from '#models/contract/failure';
import type { SocietySettings, updateInfo } from '#models/contract/society-settings';
import { isDuplicate } from '#models/db/locks';
import { type Id, toId } from '#models/db/model';
import { nameFields, Societies, type SocietyDoc } from '#models/db/societies';
import { findSociety } from '#models/db/societies.loaders';
import type { DbSession } from '#models/db/transaction';

/** Given fields that differ, by the path under which they are stored. */
function changesOf(society: SocietyDoc, { privacy, permissions, notifications, ...fields }: SocietySettings): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  const compare = (path: string, sent: object | undefined, current: object): void => {
    for (const [field, value] of Object.entries(sent ?? {}))
      if (value !== undefined && JSON.stringify(value) !== JSON.stringify(current[field as never])) changes[`${path}${field}`] = value;
  };
  compare('', { ...fields, ...(fields.tags ? { tags: [...new Set(fields.tags)] } : {}) }, society);
  compare('privacy.', privacy, society.privacy);
  compare('permissions.', permissions, society.permissions);
  compare('notifications.', notifications, society.notifications);
  return fields.name !== undefined && 'name' in changes ? { ...changes, ...nameFields(fields.name) } : changes;
}

const seenBy = ['privacy.visibility', 'privacy.eventsVisible'];

/** Writes changed settings and the outbox record in one transaction; nothing where nothing differs. */
async function update(session: DbSession, id: Id, actor: Id, settings: SocietySettings): Promise<RecordDoc | null> {
  const society = await Societies.findById(id).session(session).lean();
  if (!society || society.removedAt) return fail('not_found');
  const changes = changesOf(society, settings);
  if (Object.keys(changes).length === 0) return null;
  await Societies.updateOne({ _id: id }, { $set: changes, $inc: { version: 1 } }, { session });
  const params = seenBy.some((path) => path in changes) ? { params: { was: society.privacy.visibility } } : {};
  return recordActivity(session, { actor, verb: 'society.updated', object: id, society: id, open: false, ...params });
}

/** Updates the settings. A repeat changes nothing; the unique index on the name decides who was first. */
export const updateInfoAction: Action<typeof updateInfo> = async ({ society_id, ...settings }, ctx) => {
  const found = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
  ctx.require('society.edit', found.facts);
  try {
    const record = await transactionOf(ctx, (session) => update(session, found.society._id, ctx.me._id, settings));
    if (record) publish(record);
    return { data: null };
  } catch (error) {
    if (isDuplicate(error)) return fail('name_taken');
    throw error;
  }
};
