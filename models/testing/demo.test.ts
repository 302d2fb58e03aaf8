import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, createIndexes, disconnect } from '#models/db/connect';
import { JoinRequests } from '#models/db/join-requests';
import { medianReplyHours } from '#models/db/join-requests.loaders';
import { Memberships } from '#models/db/memberships';
import { Posts } from '#models/db/posts';
import { seedMark, writeSeedMark } from '#models/db/seed-mark';
import { Societies } from '#models/db/societies';
import { transaction } from '#models/db/transaction';
import { findUpload, Uploads } from '#models/db/uploads';
import { Users } from '#models/db/users';
import { demoAccess, demoAccounts, demoPassword, demoSocieties, loadDemo } from './demo.js';
import { testStores } from './stores.js';

const load = () => loadDemo({ scale: 'small', today: new Date('2026-11-21T17:30:00Z') });
const person = (email: string) => Users.findOne({ emailFolded: email }).lean();

beforeAll(async () => {
  await connect((await testStores()).mongoUri);
  await createIndexes();
  await load();
});
afterAll(disconnect);

test('all demo accounts sign in with the demo password', async () => {
  for (const { email, name } of Object.values(demoAccounts)) {
    const user = await person(email);
    expect(user?.name).toBe(name);
    expect(await verify(user?.passwordHash ?? '', demoPassword)).toBe(true);
    expect(user?.passwordHash).toMatch(/^\$argon2id\$/);
  }
  expect((await person(demoAccounts.platformAdmin.email))?.role).toBe('admin');
});

test('the named demo societies have the documented members and settings', async () => {
  const [member, admin] = [await person(demoAccounts.member.email), await person(demoAccounts.societyAdmin.email)];
  const roleIn = async (id: string, user: typeof member) => (await Memberships.findOne({ society: id, user: user?._id }).lean())?.role;
  const { asked, shared, closed, hidden } = demoSocieties;
  expect(await Societies.findById(asked.id).lean()).toMatchObject({
    name: asked.name,
    privacy: { visibility: 'public', joinApproval: true },
  });
  expect([await roleIn(asked.id, admin), await roleIn(asked.id, member)]).toEqual(['admin', undefined]);
  expect(await JoinRequests.countDocuments({ society: asked.id, user: member?._id })).toBe(0);
  expect(await JoinRequests.countDocuments({ society: asked.id, pending: true })).toBe(5);
  expect([await roleIn(shared.id, admin), await roleIn(shared.id, member)]).toEqual(['member', 'member']);
  expect((await Societies.findById(closed.id).lean())?.privacy.visibility).toBe('private');
  expect((await Societies.findById(hidden.id).lean())?.privacy.visibility).toBe('invite-only');
  for (const { id } of [closed, hidden]) expect([await roleIn(id, admin), await roleIn(id, member)]).toEqual([undefined, undefined]);
  const median = (await Societies.findById(asked.id).lean())?.medianReplyHours;
  expect(median).toBe(await transaction(async (session) => medianReplyHours((await Societies.findById(asked.id))!._id, session)));
});

test('new posts have drawn pictures, each an upload of its author of at most 40 KB', async () => {
  const posts = await Posts.find({ image: { $ne: '' } }).lean();
  expect(posts.length).toBeGreaterThan(5);
  for (const { image, author } of posts) {
    const upload = await Uploads.findById(image.split('/').at(-1)).lean();
    expect(upload).toMatchObject({ owner: author, type: 'image/webp', orphanedAt: null });
    expect((await findUpload(String(upload?._id)))?.bytes.length).toBeLessThan(40_000);
  }
});

test('a second load of the demo changes nothing, and an interrupted one restarts', async () => {
  await Posts.deleteMany({ open: false });
  await load();
  expect(await Posts.countDocuments()).toBeLessThan(300);
  await writeSeedMark('loading');
  await load();
  expect(await Posts.countDocuments()).toBe(300);
  expect(await seedMark()).toBe('loaded');
});

test('on a reachable address the demo password from the source is replaced once by a random one', async () => {
  expect(await demoAccess(false)).toBe(demoPassword);
  const password = (await demoAccess(true)) ?? '';
  expect(password).toMatch(/^[\w-]{16}$/);
  for (const { email } of Object.values(demoAccounts)) {
    const { passwordHash = '' } = (await Users.findOne({ email }).lean()) ?? {};
    expect([await verify(passwordHash, password), await verify(passwordHash, demoPassword)]).toEqual([true, false]);
  }
  expect([await demoAccess(true), await demoAccess(false)]).toEqual([null, null]);
});
