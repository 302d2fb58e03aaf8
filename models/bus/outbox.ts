import type { Model } from 'mongoose';
import { Mails } from '#models/db/mails';
import { Notifications } from '#models/db/notifications';
import { Users } from '#models/db/users';
import { anyRecordModel, type RecordKind, recordModels } from './records.js';

type DueField = 'due' | 'pushDue';
type WithDue = Model<{ [D in DueField]?: Date }>;

const outbox = (kind: string, model: unknown, field: DueField = 'due') => ({ kind, model: model as WithDue, field });

/** Every collection with due work. */
const outboxes = [
  ...(Object.keys(recordModels) as RecordKind[]).map((kind) => outbox(kind, anyRecordModel(kind))),
  outbox('mail', Mails),
  outbox('notification', Notifications),
  outbox('push', Notifications, 'pushDue'),
  outbox('leaving', Users),
];

/** Oldest due time of each kind; null if nothing is due. */
export const oldestDue = (now: Date): Promise<[kind: string, due: Date | null][]> =>
  Promise.all(
    outboxes.map(async ({ kind, model, field }): Promise<[string, Date | null]> => {
      const oldest = await model
        .findOne({ [field]: { $lt: now } }, { [field]: 1 })
        .sort({ [field]: 1 })
        .lean<{ [D in DueField]?: Date } | null>();
      return [kind, oldest?.[field] ?? null];
    }),
  );
