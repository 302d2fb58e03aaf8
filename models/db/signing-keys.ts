import { randomBytes } from 'node:crypto';
import { isDuplicate } from './locks.js';
import { Meta } from './meta.js';

/** A signing key, created once for all processes and stored with the data, so that a restored backup accepts its signatures. */
export async function signingKey(name: 'ticketKey' | 'boardKey'): Promise<Buffer> {
  const found = await Meta.findById(name).lean();
  if (found) return Buffer.from(String(found.value), 'base64url');
  const made = { value: randomBytes(32).toString('base64url') };
  await Meta.updateOne({ _id: name }, { $setOnInsert: made }, { upsert: true }).catch((error: unknown) => {
    if (!isDuplicate(error)) throw error;
  });
  return signingKey(name);
}
