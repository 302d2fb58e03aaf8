import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { createComment } from '#models/contract/comments';
import { errors, fieldTexts } from '#models/contract/errors';
import { register } from '#models/contract/sign-up';
import { largestImage, uploadImage } from '#models/contract/uploads';
import { newId } from '#models/db/model';
import { Uploads } from '#models/db/uploads';
import { Users } from '#models/db/users';
import { buildUser } from '#models/testing/builders';

const test = setUpTestApp();
let token: string;
beforeAll(async () => {
  token = await test.tokenFor(await buildUser());
});

const picture = (width = 60, height = 40) => sharp({ create: { width, height, channels: 3, background: '#2266aa' } });
const fileOf = (bytes: Uint8Array, name = 'photo'): File => new File([new Uint8Array(bytes)], name);
const send = (bytes: Uint8Array) => test.call(uploadImage, { image: fileOf(bytes) }, token);
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${test.url}${path}`, { headers });
const bytesAt = async (path: string): Promise<Buffer> => Buffer.from(await (await get(path)).arrayBuffer());

/** A PNG with this size in its header and almost no data. */
async function pngThatClaims(width: number, height: number): Promise<Buffer> {
  const png = await picture(1, 1).png().toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

describe('an uploaded image', () => {
  it.each([
    ['JPEG', () => picture().jpeg().toBuffer()],
    ['PNG', () => picture().png().toBuffer()],
    ['WebP', () => picture().webp().toBuffer()],
    ['GIF', () => picture().gif().toBuffer()],
  ])('is stored as WebP: %s', async (_name, make) => {
    const { status, data } = await send(await make());
    expect([status, data.Width, data.Height, data.Image]).toEqual([201, 60, 40, `/uploads/${data.ID}`]);
    const { format, width, height } = await sharp(await bytesAt(data.Image)).metadata();
    expect([format, width, height]).toEqual(['webp', 60, 40]);
  });

  it('is rotated upright, and has no metadata about place and camera', async () => {
    const exif = { IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 57/1 0/1' } };
    const taken = await picture(60, 40).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect((await sharp(taken).metadata()).exif).toBeDefined();
    const { data } = await send(taken);
    expect([data.Width, data.Height]).toEqual([40, 60]);
    const stored = await bytesAt(data.Image);
    const { exif: left, xmp, iptc, icc, orientation } = await sharp(stored).metadata();
    expect([left, xmp, iptc, icc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect(stored.includes('SecretCamera')).toBe(false);
  });

  it('is resized where it is larger than any screen needs', async () => {
    const { data } = await send(await picture(3200, 800).jpeg().toBuffer());
    expect([data.Width, data.Height]).toEqual([1600, 400]);
  });

  it('is served in the requested size, and never enlarged', async () => {
    const { data } = await send(await picture(1200, 400).jpeg().toBuffer());
    const sizeOf = async (query: string) => {
      const { width, height } = await sharp(await bytesAt(`${data.Image}${query}`)).metadata();
      return [width, height];
    };
    expect(await sizeOf('?w=96')).toEqual([288, 96]);
    expect(await sizeOf('?w=96')).toEqual([288, 96]);
    expect(await sizeOf('?w=240')).toEqual([720, 240]);
    expect(await sizeOf('?w=800')).toEqual([1200, 400]);
    for (const other of ['?w=97', '?w=96&w=240', '?w=1e9']) expect(await sizeOf(other)).toEqual([1200, 400]);
    const tags = await Promise.all(['', '?w=96', '?w=240'].map(async (query) => (await get(`${data.Image}${query}`)).headers.get('etag')));
    expect(new Set(tags).size).toBe(3);
    expect((await get(`${data.Image}?w=96`, { 'if-none-match': tags[1] ?? '' })).status).toBe(304);
  });

  it('belongs to its sender, and is an orphan until something uses it', async () => {
    const user = await buildUser();
    const { data } = await test.call(uploadImage, { image: fileOf(await picture().png().toBuffer()) }, await test.tokenFor(user));
    const stored = await Uploads.findById(data.ID).lean();
    expect([String(stored?.owner), stored?.orphanedAt]).toEqual([String(user._id), stored?.createdAt]);
  });
});

describe('uploading refuses', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  it.each([
    ['a drawing that could fetch', async () => Buffer.from(svg), fieldTexts.image_unreadable],
    ['a TIFF', () => picture().tiff().toBuffer(), fieldTexts.image_unreadable],
    ['an AVIF', () => picture().avif().toBuffer(), fieldTexts.image_unreadable],
    ['text', async () => Buffer.from('no image at all'), fieldTexts.image_unreadable],
    ['nothing', async () => Buffer.alloc(0), fieldTexts.image_unreadable],
    ['half a JPEG', async () => (await picture(600, 400).jpeg().toBuffer()).subarray(0, 700), fieldTexts.image_unreadable],
    ['a PNG of a billion pixels', () => pngThatClaims(40_000, 30_000), fieldTexts.image_pixels],
    ['a PNG of 41 endless lines', () => pngThatClaims(1_000_000, 41), fieldTexts.image_pixels],
  ])('%s', async (_name, make, text) => {
    const before = await Uploads.estimatedDocumentCount();
    const { status, error } = await send(await make());
    expect([status, error.code, error.fields]).toEqual([400, 'validation_failed', { image: text }]);
    expect(await Uploads.estimatedDocumentCount()).toBe(before);
  });

  it('a file of more than 5 MiB, whatever its content', async () => {
    const { status, error } = await send(Buffer.alloc(largestImage + 1));
    expect([status, error.error_message]).toEqual([413, errors.image_too_large[1]]);
  });

  it.each([
    ['JSON', { body: '{}', type: 'application/json' }, 'validation_failed'],
    ['JSON that says it is a file', { body: '{"image":"abc"}', type: 'application/json' }, 'validation_failed'],
    [
      'a form without a file',
      { body: '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n', type: 'multipart/form-data; boundary=x' },
      'validation_failed',
    ],
    [
      'a file under another name',
      {
        body: '--x\r\ncontent-disposition: form-data; name="a"; filename="a"\r\n\r\nb\r\n--x--\r\n',
        type: 'multipart/form-data; boundary=x',
      },
      'validation_failed',
    ],
    [
      'a form that is cut short',
      { body: '--x\r\ncontent-disposition: form-data; name="image"; filename="a"\r\n\r\nb', type: 'multipart/form-data; boundary=x' },
      'malformed_body',
    ],
    ['a form without a boundary', { body: 'image', type: 'multipart/form-data' }, 'malformed_body'],
    ['an invalid form', { body: 'image', type: 'multipart/form-data; boundary=x' }, 'malformed_body'],
    ['another type', { body: 'a=1', type: 'application/x-www-form-urlencoded' }, 'malformed_body'],
  ])('%s', async (_name, { body, type }, code) => {
    const response = await fetch(`${test.url}${uploadImage.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      body,
    });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, code]);
  });

  it('a visitor, before anything is read', async () => {
    const { status } = await test.call(uploadImage, { image: fileOf(Buffer.alloc(largestImage + 1)) });
    expect(status).toBe(401);
  });

  it('a form where JSON is expected', async () => {
    const body = new FormData();
    body.set('content', 'Hello');
    const response = await fetch(`${test.url}${createComment.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    });
    expect(response.status).toBe(400);
  });
});

describe('the address of an upload', () => {
  it('is public, cacheable for a year, and never interpreted as anything else', async () => {
    const { data } = await send(await picture().png().toBuffer());
    const response = await get(data.Image);
    expect(response.status).toBe(200);
    expect(
      Object.fromEntries(['content-type', 'cache-control', 'x-content-type-options'].map((name) => [name, response.headers.get(name)])),
    ).toEqual({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect((await get(data.Image, { 'if-none-match': response.headers.get('etag') ?? '' })).status).toBe(304);
  });

  it.each([
    ['an unknown id', `/uploads/${newId()}`, 404],
    ['an invalid id', '/uploads/nothing', 400],
    ['a path out of it', '/uploads/..%2f..%2fpackage.json', 400],
  ])('%s', async (_name, path, status) => {
    expect((await get(path)).status).toBe(status);
  });
});

describe('the photo of a sign-up', () => {
  const account = (photo: string) => ({
    name: 'New Student',
    email: `${newId()}@uni.example`,
    password: 'a-long-password',
    student_id: String(newId()),
    photo,
  });
  const photoOf = async (photo: string) => {
    const { status, data, error } = await test.call(register, account(photo));
    const user = status === 201 ? await Users.findById(data.ID, { image: 1 }).lean() : null;
    return { status, image: user?.image, id: data?.ID, error };
  };
  const dataUrl = (bytes: Buffer, type = 'image/jpeg'): string => `data:${type};base64,${bytes.toString('base64')}`;

  it('as a data: URL is re-encoded and stored like an upload', async () => {
    const { status, image, id } = await photoOf(dataUrl(await picture(900, 600).jpeg().toBuffer()));
    expect([status, image]).toEqual([201, expect.stringMatching(/^\/uploads\/[0-9a-f]{24}$/)]);
    const stored = await Uploads.findById(image?.split('/').at(-1)).lean();
    expect([String(stored?.owner), stored?.type, stored?.width]).toEqual([id, 'image/webp', 512]);
    expect((await get(image ?? '')).status).toBe(200);
  });

  it.each([
    ['no image', dataUrl(Buffer.from('nothing'))],
    ['a drawing that could fetch', dataUrl(Buffer.from('<svg/>'), 'image/svg+xml')],
    ['a claim of a billion pixels', 'bomb'],
  ])('that is %s becomes the drawn avatar', async (_name, photo) => {
    const sent = photo === 'bomb' ? dataUrl(await pngThatClaims(40_000, 30_000), 'image/png') : photo;
    expect(await photoOf(sent)).toMatchObject({ status: 201, image: '' });
  });

  it('of more than 200 KB is refused', async () => {
    const { status, error } = await photoOf(dataUrl(Buffer.alloc(201 * 1024)));
    expect([status, error.fields]).toEqual([400, { photo: fieldTexts.too_long }]);
  });

  it('leaves nothing behind when the account cannot be created', async () => {
    const photo = dataUrl(await picture().jpeg().toBuffer());
    const first = account(photo);
    await test.call(register, first);
    const before = await Uploads.estimatedDocumentCount();
    expect((await test.call(register, first)).status).toBe(409);
    expect(await Uploads.estimatedDocumentCount()).toBe(before);
  });
});
