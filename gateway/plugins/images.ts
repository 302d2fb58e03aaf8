import { LRUCache } from 'lru-cache';
import { fieldTexts } from '#models/contract/errors';
import type { Encoded } from '#models/db/uploads';
import { Semaphore } from '#models/semaphore';
import { makeDecoders } from './decoders.js';
import { quality, sharp } from './sharp.js';

const decoders = makeDecoders();

/** Ends the decoding processes. */
export const closeDecoders = (): Promise<void> => decoders.close();

/** Error text for the field of an invalid image. */
export type ImageFault = (typeof fieldTexts)[keyof typeof fieldTexts];

/**
 * Re-encodes an image: upright, no larger than the box, and without metadata such as place and camera. Returns an error text
 * where it is none of the four types, damaged, or too large to decode. Throws `pictures_busy` where too many are waiting.
 */
export async function encodeImage(bytes: Uint8Array, box = 1600): Promise<Encoded | ImageFault> {
  const made = await decoders.decode(bytes, box);
  return typeof made === 'string' ? fieldTexts[made] : made;
}

/** Limit resizing apart from uploads, so that these cannot delay it. Stored images are small. */
const resizing = new Semaphore(2);
/** Cache images that many view at once, such as avatars in a feed; browsers cache them for a year. */
const resizedImages = new LRUCache<string, Buffer>({ maxSize: 16 * 1024 * 1024, sizeCalculation: ({ length }) => length });

/** Resizes a stored image to fill a square; a smaller one stays as it is. */
export async function imageInSize(id: string, bytes: Buffer, size: number): Promise<Buffer> {
  const key = `${id} ${size}`;
  const cached = resizedImages.get(key);
  if (cached) return cached;
  const made = await resizing.run(() =>
    sharp(bytes).resize({ width: size, height: size, fit: 'outside', withoutEnlargement: true }).webp({ quality }).toBuffer(),
  );
  resizedImages.set(key, made);
  return made;
}

const dataUrl = /^data:image\/(?:jpeg|png|webp|gif);base64,([a-z0-9+/]+=*)$/i;

/** Bytes of an image's `data:` URL; null for anything else. */
export function bytesOfDataUrl(text: string): Buffer | null {
  const base64 = dataUrl.exec(text)?.[1];
  return base64 === undefined ? null : Buffer.from(base64, 'base64');
}
