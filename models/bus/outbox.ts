import type { Model } from 'mongoose';
import { Mails } from '#models/db/mails';
import { Users } from '#models/db/users';
import { anyRecordModel, type RecordKind, recordModels } from './records.js';

type WithDue = Model<{ due?: Date }>;

/** Everything that waits to be told or done while its document is `due`. */
const outboxes: [string, WithDue][] = [
  ...(Object.keys(recordModels) as RecordKind[]).map((kind): [string, WithDue] => [kind, anyRecordModel(kind) as unknown as WithDue]),
  ['mail', Mails as unknown as WithDue],
  ['leaving', Users as unknown as WithDue],
];

/** Since when the oldest of each kind has been due; null where nothing is. */
export const oldestDue = (now: Date): Promise<[kind: string, due: Date | null][]> =>
  Promise.all(
    outboxes.map(async ([kind, model]): Promise<[string, Date | null]> => {
      const oldest = await model
        .findOne({ due: { $lt: now } }, { due: 1 })
        .sort({ due: 1 })
        .lean();
      return [kind, oldest?.due ?? null];
    }),
  );
