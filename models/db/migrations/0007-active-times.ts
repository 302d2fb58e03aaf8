import { Users } from '../users.js';
import type { Migration } from './migration.js';

const dayMs = 86_400_000;

/**
 * Counts the absence of existing accounts from the end of the day of this migration, since their last use was not stored for longer
 * than a session lasts.
 * Later accounts count from their creation.
 */
async function countFromNow(): Promise<number> {
  const { modifiedCount } = await Users.collection.updateMany(
    { activeAt: { $exists: false }, deletedAt: null },
    { $set: { activeAt: new Date(Math.ceil(Date.now() / dayMs) * dayMs) } },
  );
  return modifiedCount;
}

export const activeTimes: Migration = { id: '0007-active-times', up: countFromNow };
