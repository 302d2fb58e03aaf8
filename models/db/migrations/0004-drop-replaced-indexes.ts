import mongoose from 'mongoose';
import type { Migration } from './migration.js';

/** Indexes that later ones replaced: they cost each write and serve no query. */
const replaced: Record<string, readonly string[]> = {
  attendances: ['event_1_state_1_at_1', 'user_1_state_1_at_1'],
  blocks: ['to_1_on_1'],
  follows: ['to_1_on_1'],
  invitations: ['user_1_status_1'],
  memberships: ['society_1_role_1_joinedAt_1', 'society_1_nameFolded_1'],
  reports: ['society_1_status_1_createdAt_-1'],
  sessions: ['user_1'],
};

async function dropReplaced(): Promise<number> {
  for (const [collection, names] of Object.entries(replaced)) {
    const { db } = mongoose.connection;
    const there = new Set((await db?.collection(collection).indexes())?.map(({ name }) => name));
    for (const name of names) if (there.has(name)) await db?.collection(collection).dropIndex(name);
  }
  return 0;
}

export const dropReplacedIndexes: Migration = { id: '0004-drop-replaced-indexes', up: dropReplaced };
