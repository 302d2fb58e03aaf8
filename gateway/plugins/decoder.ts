import { setPriority } from 'node:os';
import workerpool from 'workerpool';
import type { FieldCode } from '#models/contract/errors';
import { quality, sharp } from './sharp.js';

/** A picture, re-encoded for storage. */
export interface Decoded {
  type: string;
  bytes: Uint8Array;
  width: number;
  height: number;
}

const types = new Set<string>(['jpeg', 'png', 'webp', 'gif']);
/** More pixels than a camera makes, and far fewer than a file of a few bytes can unpack to. */
const mostPixels = 40_000_000;
const longestSide = 12_000;
/** Maximum ratio of the sides: shrinking a strip of 1 x 40,000,000 takes many seconds. */
const steepestRatio = 40;

/** Checks a picture by its header, before a pixel is decoded; null where nothing is wrong. */
function faultOf({ format, width, height }: { format: string; width: number; height: number }): FieldCode | null {
  if (!types.has(format)) return 'image_unreadable';
  if (Math.max(width, height) > longestSide || width * height > mostPixels) return 'image_pixels';
  return Math.max(width, height) > steepestRatio * Math.min(width, height) ? 'image_narrow' : null;
}

async function encode(bytes: Uint8Array, box: number): Promise<Decoded | FieldCode> {
  const fault = faultOf(await sharp(bytes, { limitInputPixels: false }).metadata());
  if (fault) return fault;
  const { data, info } = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize({ width: box, height: box, fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toBuffer({ resolveWithObject: true });
  return { type: 'image/webp', bytes: data, width: info.width, height: info.height };
}

// Yield to the gateway, which answers everybody else on the same cores.
setPriority(5);

workerpool.worker({
  encode: (bytes: Uint8Array, box: number) => {
    workerpool.workerEmit('started');
    return encode(bytes, box).catch((): FieldCode => 'image_unreadable');
  },
});
