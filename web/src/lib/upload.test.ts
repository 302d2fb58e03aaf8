import { expect, it } from 'vitest';
import { largestImage, uploadImage } from '#models/contract/uploads';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { newId } from '@/testing/fixtures';
import { uploadPicture } from './upload';

const pictureOf = (size: number, type = 'image/png') => new File([new Uint8Array(size)], 'finals.png', { type });

it('uploadPicture uploads a picture and returns its address', async () => {
  onCall(uploadImage, () => yes(uploadImage, { ID: newId(), Image: '/uploads/abc', Width: 10, Height: 10 }));
  expect(await uploadPicture(pictureOf(10))).toBe('/uploads/abc');
  expect(requests).toHaveLength(1);
});

it.each([
  [
    'is no picture',
    pictureOf(10, 'application/pdf'),
    { code: 'validation_failed', fields: { image: 'Please choose a JPEG, PNG, WebP or GIF image' } },
  ],
  ['is too large', pictureOf(largestImage + 1), { code: 'image_too_large', status: 413 }],
])('a picture that %s is refused before it is sent', async (_name, file, failure) => {
  await expect(uploadPicture(file)).rejects.toMatchObject(failure);
  expect(requests).toHaveLength(0);
});

const busy = no(503, 'pictures_busy', 'Many images are being uploaded right now. Please try again in a moment.');
const uploaded = yes(uploadImage, { ID: newId(), Image: '/uploads/abc', Width: 10, Height: 10 });

it('an upload is retried while the server processes too many pictures', async () => {
  const answers = [busy, busy, uploaded];
  onCall(uploadImage, () => answers.shift()!);
  expect(await uploadPicture(pictureOf(10), async () => {})).toBe('/uploads/abc');
  expect(requests).toHaveLength(3);
});

it('an upload fails after three refusals', async () => {
  onCall(uploadImage, () => busy);
  await expect(uploadPicture(pictureOf(10), async () => {})).rejects.toMatchObject({ code: 'pictures_busy', status: 503 });
  expect(requests).toHaveLength(3);
});
