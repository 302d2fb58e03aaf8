import { Memberships } from '../memberships.js';
import { newId } from '../model.js';
import { RolePeriods } from '../role-periods.js';
import type { Migration } from './migration.js';

/** Begins the history of roles with the roles that people have, since an unnoted time. */
async function beginHistory(): Promise<number> {
  let count = 0;
  const roles = Memberships.collection.find(
    { role: { $in: ['admin', 'moderator'] } },
    { projection: { society: 1, user: 1, role: 1, joinedAt: 1 } },
  );
  for await (const { society, user, role, joinedAt } of roles) {
    const unnoted = { by: null, from: joinedAt, early: true, until: null, endedAt: null, end: null, endedBy: null };
    const { upsertedCount } = await RolePeriods.collection.updateOne(
      { society, user, open: true },
      { $setOnInsert: { _id: newId(), role, ...unnoted } },
      { upsert: true },
    );
    count += upsertedCount;
  }
  return count;
}

export const rolePeriods: Migration = { id: '0008-role-periods', up: beginHistory };
