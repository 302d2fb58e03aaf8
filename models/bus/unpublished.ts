import { Users } from '#models/db/users';
import { accountDeletedMessages } from './account-deletion.js';
import type { LiveMessage } from './live-stream.js';
import { anyRecordModel, type RecordDoc } from './records.js';
import { specOf } from './verbs/index.js';

/** Records that can change somebody's rights; likes, bookmarks, shares and attendances cannot. */
const rightsChangingKinds = ['activity', 'follow', 'block'] as const;

/**
 * Messages of records and deleted accounts whose job has not run yet: the stream may lack them if Redis was away. Null if there
 * are more than `limit`.
 */
export async function loadUnpublished(limit: number): Promise<LiveMessage[] | null> {
  const found: RecordDoc[] = [];
  for (const kind of rightsChangingKinds) {
    const docs = await anyRecordModel(kind)
      .find({ due: { $exists: true } })
      .sort({ due: 1 })
      .limit(limit + 1)
      .lean();
    found.push(...(docs.map((doc) => ({ kind, doc })) as unknown as RecordDoc[]));
  }
  const deletedAccounts = await Users.find({ due: { $exists: true } }, { version: 1 })
    .limit(limit + 1)
    .lean();
  if (found.length + deletedAccounts.length > limit) return null;
  const messages = deletedAccounts.flatMap(({ _id, version }): LiveMessage[] => accountDeletedMessages(_id, version));
  for (const record of found) messages.push(...(await specOf(record).messages({})));
  return messages;
}
