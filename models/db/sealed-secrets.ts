import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { signingKey } from './signing-keys.js';

const cipher = 'aes-256-gcm';
const [ivBytes, tagBytes, keyBytes] = [12, 16, 32];

/** Key of one account's secrets: a sealed secret that is moved to another account cannot be opened there. */
const keyFor = async (owner: string): Promise<Buffer> =>
  Buffer.from(hkdfSync('sha256', await signingKey('factorKey'), owner, 'second factor', keyBytes));

/** Encrypts a secret that must be read again, for its owner. */
export async function sealSecret(owner: string, secret: Buffer): Promise<string> {
  const iv = randomBytes(ivBytes);
  const seal = createCipheriv(cipher, await keyFor(owner), iv);
  const sealed = Buffer.concat([seal.update(secret), seal.final()]);
  return Buffer.concat([iv, seal.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts a secret; throws where it was changed or is another's. */
export async function openSecret(owner: string, text: string): Promise<Buffer> {
  const bytes = Buffer.from(text, 'base64url');
  const open = createDecipheriv(cipher, await keyFor(owner), bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  open.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([open.update(bytes.subarray(ivBytes + tagBytes)), open.final()]);
}
