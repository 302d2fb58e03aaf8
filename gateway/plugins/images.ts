import { LRUCache } from 'lru-cache';
import { fieldTexts } from '#models/contract/errors';
import type { Encoded } from '#models/db/uploads';
import { makeDecoders } from './decoders.js';
import { makeSemaphore } from './semaphore.js';
import { quality, sharp } from './sharp.js';

const decoders = makeDecoders();

/** Ends the processes that decode. */
export const closeDecoders = (): Promise<void> => decoders.close();

/** The text for a field whose image cannot be taken. */
export type ImageFault = (typeof fieldTexts)[keyof typeof fieldTexts];

/**
 * Makes an image anew: upright, no larger than the box, and with nothing but its picture, so neither a place nor a camera.
 * Answers a field's text where the image is none of the four types, damaged, or more than may be decoded. Throws
 * `pictures_busy` where too many are waiting.
 */
export async function encodeImage(bytes: Uint8Array, box = 1600): Promise<Encoded | ImageFault> {
  const made = await decoders.decode(bytes, box);
  return typeof made === 'string' ? fieldTexts[made] : made;
}

/** Places for what is viewed, apart from those of uploads: these cannot delay it. It is small, since we made it ourselves. */
const resizing = makeSemaphore(2);
/** Keep what many look at at once, as the faces in a feed; browsers keep it for a year. */
const resizedImages = new LRUCache<string, Buffer>({ maxSize: 16 * 1024 * 1024, sizeCalculation: ({ length }) => length });

/** An image that was made anew, so large that it fills a square of this size; one that is smaller stays as it is. */
export async function imageInSize(id: string, bytes: Buffer, size: number): Promise<Buffer> {
  const key = `${id} ${size}`;
  const cached = resizedImages.get(key);
  if (cached) return cached;
  const made = await resizing(() =>
    sharp(bytes).resize({ width: size, height: size, fit: 'outside', withoutEnlargement: true }).webp({ quality }).toBuffer(),
  );
  resizedImages.set(key, made);
  return made;
}

const dataUrl = /^data:image\/(?:jpeg|png|webp|gif);base64,([a-z0-9+/]+=*)$/i;

/** The bytes of a `data:` URL of an image; null where it is none. */
export function bytesOfDataUrl(text: string): Buffer | null {
  const base64 = dataUrl.exec(text)?.[1];
  return base64 === undefined ? null : Buffer.from(base64, 'base64');
}
