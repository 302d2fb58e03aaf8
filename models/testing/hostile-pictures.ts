import { crc32, deflateSync } from 'node:zlib';

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const made = Buffer.alloc(named.length + 8);
  made.writeUInt32BE(data.length, 0);
  named.copy(made, 4);
  made.writeUInt32BE(crc32(named), named.length + 4);
  return made;
}

/** A black PNG with one bit per pixel: a few bytes that decode to any size. It contains `rows`, whatever its header claims. */
export function flatPng(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * rows), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

/** A thin strip that once blocked a decoder for fifteen seconds. */
export const thinStrip = (): Buffer => flatPng(1, 39_999_999);

/** Pictures that are expensive to decode for their size, of each kind in turn. */
export function hostilePictures(count: number): Buffer[] {
  const kinds = [
    thinStrip(),
    flatPng(2000, 2000),
    flatPng(3000, 3000).subarray(0, 700),
    flatPng(60_000, 60_000, 1),
    flatPng(6324, 6324),
    flatPng(300, 12_000),
    flatPng(6324, 6324, 3000),
    flatPng(4_000_000_000, 1, 0),
  ];
  return Array.from({ length: count }, (_, i) => kinds[i % kinds.length] as Buffer);
}
