import { Users } from '#models/db/users';
import { accountGone } from './leaving.js';
import type { Live } from './push.js';
import { anyRecordModel, type RecordDoc } from './records.js';
import { specOf } from './verbs/index.js';

/** Records that can change somebody's rights; likes, bookmarks, shares and attendances cannot. */
const kinds = ['activity', 'follow', 'block'] as const;

/**
 * Messages of the records, and of the deleted accounts, whose job has not run yet: these may not be in the stream, as when Redis
 * was away. Null where there are more of them than `most`.
 */
export async function loadUnsaid(most: number): Promise<Live[] | null> {
  const found: RecordDoc[] = [];
  for (const kind of kinds) {
    const docs = await anyRecordModel(kind)
      .find({ due: { $exists: true } })
      .sort({ due: 1 })
      .limit(most + 1)
      .lean();
    found.push(...(docs.map((doc) => ({ kind, doc })) as unknown as RecordDoc[]));
  }
  const leaving = await Users.find({ due: { $exists: true } }, { version: 1 })
    .limit(most + 1)
    .lean();
  if (found.length + leaving.length > most) return null;
  const messages = leaving.flatMap(({ _id, version }): Live[] => accountGone(_id, version));
  for (const record of found) messages.push(...(await specOf(record).messages({})));
  return messages;
}
