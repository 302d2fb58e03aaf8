import { createECDH } from 'node:crypto';
import { Meta } from './meta.js';
import { retryOnConflict } from './retry-on-conflict.js';

/** Key pair that identifies this server to push services (VAPID), as base64url. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

const name = 'vapid';
const privateBytes = 32;

function makeKeys(): VapidKeys {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys('base64url');
  const secret = pair.getPrivateKey();
  return { publicKey, privateKey: Buffer.concat([Buffer.alloc(privateBytes - secret.length), secret]).toString('base64url') };
}

/** The key pair, created once for all processes: a browser that subscribed with one public key accepts no other. */
export async function vapidKeys(): Promise<VapidKeys> {
  const stored = await Meta.findById(name).lean();
  if (stored) return stored.value as VapidKeys;
  const made = { value: makeKeys() };
  await retryOnConflict(() => Meta.updateOne({ _id: name }, { $setOnInsert: made }, { upsert: true }));
  return (await Meta.findById(name).orFail().lean()).value as VapidKeys;
}
