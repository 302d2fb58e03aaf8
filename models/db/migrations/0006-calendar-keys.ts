import mongoose from 'mongoose';
import { CalendarKeys } from '../calendar-keys.js';
import { newId } from '../model.js';
import { Users } from '../users.js';
import type { Migration } from './migration.js';

const ofOwnEvents = { kind: 'mine', society: null, category: null } as const;

/** Moves the key of each person's private feed to the subscriptions. A newer key there stays. */
async function moveKeys(): Promise<number> {
  const users = Users.collection;
  let count = 0;
  for await (const user of users.find({ calendarKey: { $gt: '' } }, { projection: { calendarKey: 1 } })) {
    await CalendarKeys.updateOne(
      { user: user._id, ...ofOwnEvents },
      { $setOnInsert: { _id: newId(), hash: user.calendarKey, createdAt: new Date(), usedAt: null } },
      { upsert: true },
    );
    count += (await users.updateOne({ _id: user._id }, { $unset: { calendarKey: 1 } })).modifiedCount;
  }
  return count;
}

async function moveAll(): Promise<number> {
  const count = await moveKeys();
  const indexes = await mongoose.connection.collection('users').indexes();
  if (indexes.some(({ name }) => name === 'calendarKey_1')) await mongoose.connection.collection('users').dropIndex('calendarKey_1');
  return count;
}

export const calendarKeys: Migration = { id: '0006-calendar-keys', up: moveAll };
