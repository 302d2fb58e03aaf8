import { beforeAll, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { fieldTexts } from '#models/contract/errors';
import { markAllRead } from '#models/contract/notifications';
import { register } from '#models/contract/sign-up';
import { uploadImage } from '#models/contract/uploads';
import { Users } from '#models/db/users';
import { buildUser } from '#models/testing/builders';
import { hostilePictures, thinStrip } from '#models/testing/hostile-pictures';

const test = setUpTestApp();
let token: string;
beforeAll(async () => {
  token = await test.tokenFor(await buildUser());
});

const fileOf = (bytes: Uint8Array): File => new File([new Uint8Array(bytes)], 'photo');
const upload = (bytes: Uint8Array) => test.call(uploadImage, { image: fileOf(bytes) }, token);

it('a picture of one column is refused by its header, before it is decoded', async () => {
  const { status, error } = await upload(thinStrip());
  expect([status, error.fields]).toEqual([400, { image: fieldTexts.image_pixels }]);
});

it('the same picture as a sign-up photo becomes the drawn avatar, without decoding', { tags: ['long'] }, async () => {
  const email = `strip-${Date.now()}@uni.example`;
  const photo = `data:image/png;base64,${thinStrip().toString('base64')}`;
  const { status } = await test.call(register, { name: 'A', email, password: 'a-long-password', student_id: 'strip', photo });
  expect([status, (await Users.findOne({ email }).lean())?.image]).toEqual([201, '']);
});

it('pictures beyond the queue are refused with a code and retry-after, and none blocks the write gate', { tags: ['long'] }, async () => {
  const flood = Promise.all(hostilePictures(80).map(upload));
  const write = await test.call(markAllRead, {}, token);
  expect(write.status).toBe(200);
  const refused = (await flood).filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  for (const { error, headers } of refused) expect([error.code, headers.get('retry-after')]).toEqual(['pictures_busy', '2']);
});
