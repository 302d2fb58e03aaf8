import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { fieldTexts } from '#models/contract/errors';
import type { Encoded } from '#models/db/uploads';
import { makeGate } from './gate.js';

// Of all that libvips can read, only these have any business here: an SVG could fetch, a PDF could run for minutes.
const loaders = ['JpegBuffer', 'PngBuffer', 'WebpBuffer', 'NsgifBuffer'];
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders.map((loader) => `VipsForeignLoad${loader}`) });
sharp.cache(false);
sharp.concurrency(1);

const types = new Set<string>(['jpeg', 'png', 'webp', 'gif']);
/** What a camera makes, and far less than a file of few bytes can unpack to. */
const mostPixels = 40_000_000;
const longestSeconds = 10;
const quality = 82;
/** Decoded images are large: so many at once. */
const decoding = makeGate(2);

export type ImageFault = typeof fieldTexts.image_unreadable | typeof fieldTexts.image_pixels;

async function encode(bytes: Uint8Array, box: number): Promise<Encoded | ImageFault> {
  const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (!types.has(format)) return fieldTexts.image_unreadable;
  if (width * height > mostPixels) return fieldTexts.image_pixels;
  const { data, info } = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize({ width: box, height: box, fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .timeout({ seconds: longestSeconds })
    .toBuffer({ resolveWithObject: true });
  return { type: 'image/webp', bytes: data, width: info.width, height: info.height };
}

/**
 * An image made anew: upright, no larger than the box, and with nothing but its picture, so neither a place nor a camera.
 * What is none of the four types, is damaged or unpacks to too much is answered by the text that says so.
 */
export const encodeImage = (bytes: Uint8Array, box = 1600): Promise<Encoded | ImageFault> =>
  decoding(() => encode(bytes, box).catch(() => fieldTexts.image_unreadable));

/** What many look at at once, as the faces in a feed, is made smaller once; browsers keep it for a year. */
const smaller = new LRUCache<string, Buffer>({ maxSize: 16 * 1024 * 1024, sizeCalculation: ({ length }) => length });

/** An image that was made anew, so large that it fills a square of this size; one that is smaller stays as it is. */
export async function imageInSize(id: string, bytes: Buffer, size: number): Promise<Buffer> {
  const key = `${id} ${size}`;
  const known = smaller.get(key);
  if (known) return known;
  const made = await decoding(() =>
    sharp(bytes, { limitInputPixels: mostPixels })
      .resize({ width: size, height: size, fit: 'outside', withoutEnlargement: true })
      .webp({ quality })
      .timeout({ seconds: longestSeconds })
      .toBuffer(),
  );
  smaller.set(key, made);
  return made;
}

const dataUrl = /^data:image\/(?:jpeg|png|webp|gif);base64,([a-z0-9+/]+=*)$/i;

/** The bytes of a `data:` URL of an image; null where it is none. */
export function bytesOfDataUrl(text: string): Buffer | null {
  const base64 = dataUrl.exec(text)?.[1];
  return base64 === undefined ? null : Buffer.from(base64, 'base64');
}
