import { createECDH } from 'node:crypto';
import { isDuplicate } from './locks.js';
import { Meta } from './meta.js';

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
  await Meta.updateOne({ _id: name }, { $setOnInsert: { value: makeKeys() } }, { upsert: true }).catch((error: unknown) => {
    if (!isDuplicate(error)) throw error;
  });
  return (await Meta.findById(name).orFail().lean()).value as VapidKeys;
}
