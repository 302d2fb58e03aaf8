import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import type { Call } from '#models/contract/define';
import { fieldTexts } from '#models/contract/errors';
import { createEvent, updateEvent } from '#models/contract/event-changes';
import { createPost, updatePost } from '#models/contract/posts';
import { updateProfile } from '#models/contract/profile-changes';
import { register } from '#models/contract/sign-up';
import { createSociety } from '#models/contract/society-creation';
import { updateInfo } from '#models/contract/society-settings';
import { importImage, largestImage } from '#models/contract/uploads';
import { addDays, localOf } from '#models/db/local-time';
import type { Id } from '#models/db/model';
import { Posts } from '#models/db/posts';
import { Uploads } from '#models/db/uploads';
import { Users } from '#models/db/users';
import { buildEvent, buildPost, buildSociety, buildUser } from '#models/testing/builders';
import { flatPng } from '#models/testing/hostile-pictures';

/** A remote server, with pictures and with malicious answers. */
let other: Server;
let host: string;
let requested: string[] = [];
let test: TestApp;

beforeAll(async () => {
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2266aa' } })
    .jpeg()
    .toBuffer();
  other = createServer((request, response) => {
    const path = request.url ?? '';
    requested.push(path);
    if (path === '/photo.jpg') return void response.setHeader('content-type', 'text/html').end(photo);
    if (path === '/once' && requested.length === 1) return void response.end(photo);
    if (path === '/page') return void response.end('<html>No picture</html>');
    if (path === '/strip') return void response.end(flatPng(1, 30_000));
    if (path === '/large') return void response.end(Buffer.alloc(largestImage + 1));
    if (path === '/endless') return void response.write('x');
    if (path === '/moved') return void response.writeHead(302, { location: '/photo.jpg' }).end();
    if (path === '/loop') return void response.writeHead(302, { location: '/loop' }).end();
    if (path === '/into-file') return void response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    if (path === '/into') return void response.writeHead(302, { location: 'http://127.0.0.1:1/photo.jpg' }).end();
    if (path === '/into-name') return void response.writeHead(302, { location: `http://localhost:${host.split(':')[1]}/photo.jpg` }).end();
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(other.address() as AddressInfo).port}`;
  test = await startTestApp({ fetchInside: host });
});
beforeEach(() => {
  requested = [];
});
afterAll(async () => {
  await test.close();
  other.closeAllConnections();
  other.close();
});

const at = (path: string): string => `http://${host}${path}`;
const ownPath = /^\/uploads\/[0-9a-f]{24}$/;

describe('importImage', () => {
  it('fetches a picture once and stores it as an upload of the caller', async () => {
    const user = await buildUser();
    const { status, data } = await test.call(importImage, { image: at('/photo.jpg') }, await test.tokenFor(user));
    expect([status, data.Width, data.Height, requested]).toEqual([201, 60, 40, ['/photo.jpg']]);
    const stored = await Uploads.findById(data.ID).lean();
    expect([String(stored?.owner), stored?.type]).toEqual([String(user._id), 'image/webp']);
  });

  it('follows a redirect to an allowed address', async () => {
    const { status } = await test.call(importImage, { image: at('/moved') }, await test.tokenFor(await buildUser()));
    expect([status, requested]).toEqual([201, ['/moved', '/photo.jpg']]);
  });

  it('returns one of our own uploads as it is, and fetches nothing', async () => {
    const token = await test.tokenFor(await buildUser());
    const { data } = await test.call(importImage, { image: at('/photo.jpg') }, token);
    const again = await test.call(importImage, { image: `http://nadi.example${data.Image}?w=96` }, token);
    expect([again.status, again.data, requested]).toEqual([201, data, ['/photo.jpg']]);
  });

  it.each([
    ['is not there', '/nothing', fieldTexts.image_unreachable],
    ['is no picture', '/page', fieldTexts.image_unreadable],
    ['is a strip', '/strip', fieldTexts.image_pixels],
    ['is too large', '/large', fieldTexts.image_unreachable],
    ['never ends', '/endless', fieldTexts.image_unreachable],
    ['redirects for ever', '/loop', fieldTexts.image_unreachable],
    ['redirects to a file', '/into-file', fieldTexts.image_unreachable],
    ['redirects to an address inside', '/into', fieldTexts.image_unreachable],
    ['redirects to a name that leads inside', '/into-name', fieldTexts.image_unreachable],
  ])('reports at the field a picture that %s', async (_name, path, text) => {
    const { status, error } = await test.call(importImage, { image: at(path) }, await test.tokenFor(await buildUser()));
    expect([status, error.fields]).toEqual([400, { image: text }]);
    expect(requested.length).toBeLessThanOrEqual(4);
    expect(new Set(requested)).toEqual(new Set([path]));
  });

  it.each([
    'http://127.0.0.1:9/a.png',
    'http://localhost/a.png',
    'http://[::1]/a.png',
    'http://0x7f000001/a.png',
    'http://169.254.169.254/latest/meta-data',
    'http://metadata.google.internal/a.png',
    'http://user:secret@pictures.example/a.png',
    'http://pictures.example:8080/a.png',
    'http://kubernetes.default.svc/a.png',
  ])('refuses %s', async (image) => {
    const { status, error } = await test.call(importImage, { image }, await test.tokenFor(await buildUser()));
    expect([status, error.fields]).toEqual([400, { image: fieldTexts.image_unreachable }]);
  });
});

describe('an image from another server', () => {
  const day = addDays(localOf(new Date(), 'Asia/Amman').date, 9);
  const plan = { title: 'Kite evening', description: 'Long enough to be a description.', category: 'Social', date: day, time: '18:00' };
  const inSociety = async () => {
    const admin = await buildUser();
    const society = await buildSociety({ admin });
    return { admin, society, society_id: String(society._id) };
  };
  const cases: [string, () => Promise<{ call: Call; input: object; who: { _id: Id } }>][] = (
    [
      ['createPost', async () => ({ call: createPost, ...(await inSociety()), input: { content: 'Look' } })],
      ['createEvent', async () => ({ call: createEvent, ...(await inSociety()), input: { ...plan, location: 'The hill' } })],
      ['updateInfo', async () => ({ call: updateInfo, ...(await inSociety()), input: {} })],
      [
        'createSociety',
        async () => ({
          call: createSociety,
          admin: await buildUser(),
          input: { name: `Kites ${Date.now()}`, description: 'Long enough to be a description.', category: 'Social', tags: [] },
        }),
      ],
      ['updateProfile', async () => ({ call: updateProfile, admin: await buildUser(), input: {} })],
      [
        'updatePost',
        async () => {
          const post = await buildPost();
          return { call: updatePost, admin: { _id: post.author }, input: { post_id: String(post._id) } };
        },
      ],
      [
        'updateEvent',
        async () => {
          const event = await buildEvent();
          return { call: updateEvent, admin: { _id: event.creator }, input: { event_id: String(event._id) } };
        },
      ],
    ] as const
  ).map(([name, make]) => [
    name,
    async () => {
      const made = await make();
      const society = 'society_id' in made ? { society_id: made.society_id } : {};
      return { call: made.call as Call, input: { ...made.input, ...society }, who: made.admin };
    },
  ]);

  it.each(cases)('becomes an upload by %s', async (_name, make) => {
    const { call, input, who } = await make();
    const before = await Uploads.countDocuments({ owner: who._id });
    const { status, error } = await test.call(call, { ...input, image: at('/photo.jpg') }, await test.tokenFor(who));
    expect([status, error]).toEqual([call.status, expect.anything()]);
    expect([requested, await Uploads.countDocuments({ owner: who._id })]).toEqual([['/photo.jpg'], before + 1]);
  });

  it.each(cases)('that cannot be fetched is reported at its field by %s', async (_name, make) => {
    const { call, input, who } = await make();
    const { status, error } = await test.call(call, { ...input, image: at('/nothing') }, await test.tokenFor(who));
    expect([status, error.fields]).toEqual([400, { image: fieldTexts.image_unreachable }]);
  });

  it.each(cases)('with a path that is not an upload is refused by %s', async (_name, make) => {
    const { call, input, who } = await make();
    for (const image of ['/\\evil.example/x', '/auth/login?email=a@b.c&password=x', '//evil.example/x', '/pictures/a.png', '/uploads/1']) {
      const { status, error } = await test.call(call, { ...input, image }, await test.tokenFor(who));
      expect([image, status, error.fields]).toEqual([image, 400, { image: fieldTexts.bad_image }]);
    }
  });

  it('is returned and stored as the upload, and a repeat of the key after it is gone gets the same post', async () => {
    const { admin, society_id } = await inSociety();
    const token = await test.tokenFor(admin);
    const post = async () => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': 'the-same' };
      const body = JSON.stringify({ society_id, content: 'Look', image: at('/once') });
      const answer = await fetch(`${test.url}${createPost.path}`, { method: 'POST', headers, body });
      return { status: answer.status, ...((await answer.json()) as { data: { ID: string; Image: string } }) };
    };
    const first = await post();
    expect([first.status, first.data.Image]).toEqual([201, expect.stringMatching(ownPath)]);
    expect((await Posts.findById(first.data.ID).lean())?.image).toBe(first.data.Image);
    expect(await post()).toEqual(first);
  });

  it('becomes the upload of a new account as its photo, or the drawn avatar if it cannot be fetched', async () => {
    const signUp = async (name: string, photo: string) => {
      const email = `${name}-${Date.now()}@uni.example`;
      const { status } = await test.call(register, { name: 'Layla', email, password: 'a-long-password', student_id: email, photo });
      expect(status).toBe(201);
      return (await Users.findOne({ email }).lean())?.image;
    };
    expect(await signUp('with', at('/photo.jpg'))).toMatch(ownPath);
    expect(await signUp('without', at('/nothing'))).toBe('');
    expect(await signUp('trick', '/\\evil.example/x')).toBe('');
  });
});
