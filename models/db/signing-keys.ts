import { randomBytes } from 'node:crypto';
import { Meta } from './meta.js';
import { retryOnConflict } from './retry-on-conflict.js';

/** A signing key, created once for all processes and stored with the data, so that a restored backup accepts its signatures. */
export async function signingKey(name: 'ticketKey' | 'boardKey' | 'doorKey' | 'factorKey'): Promise<Buffer> {
  const found = await Meta.findById(name).lean();
  if (found) return Buffer.from(String(found.value), 'base64url');
  const made = { value: randomBytes(32).toString('base64url') };
  await retryOnConflict(() => Meta.updateOne({ _id: name }, { $setOnInsert: made }, { upsert: true }));
  return signingKey(name);
}
