import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { queue } from '#models/bus/jobs';
import { getAllPosts } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { getSocietyInfo, societyUpdated, societyVisibility } from '#models/contract/societies';
import { createSociety } from '#models/contract/society-creation';
import { updateInfo } from '#models/contract/society-settings';
import { Activities } from '#models/db/activities';
import { Events } from '#models/db/events';
import type { Id } from '#models/db/model';
import { Posts } from '#models/db/posts';
import { Societies, type SocietyDoc } from '#models/db/societies';
import * as build from '#models/testing/builders';
import { testCells } from '#models/testing/cells';
import { postFields } from '#models/testing/fields';
import { type LiveLog, openLiveLog } from '#models/testing/live-log';
import { testSettings } from '#models/testing/settings';
import { buildPersonInRole, managers, testRoles } from '#models/testing/test-roles';
import { handlers } from '#workers/handlers';
import { silent } from '#workers/log';

const test = setUpTestApp();
let log: LiveLog;
beforeAll(async () => {
  log = openLiveLog(test.redisUrl);
});
afterAll(async () => {
  log.close();
});

const adminOf = async (society: SocietyDoc) => test.tokenFor({ _id: society.creator });
const stored = async ({ _id }: { _id: Id }) => (await Societies.findById(_id).lean())!;
const settings = {
  name: 'Wadi Walkers',
  description: 'We walk the wadis, slowly and together.',
  category: 'Religious',
  image: '/uploads/0123456789abcdef01234567',
  question: 'Which wadi first?',
  tags: ['Outdoors', 'Free'],
  rules: 'Leave no trace.',
  contactEmail: 'walkers@uni.example',
  website: 'https://walkers.example',
  privacy: { visibility: 'private', joinApproval: false, memberListVisible: false, eventsVisible: false },
  permissions: { whoCanPost: 'admins', whoCanCreateEvents: 'all-members', whoCanInvite: 'moderators' },
  notifications: { newMemberNotifications: false, eventReminders: false, weeklyDigest: true, emailNotifications: false },
} as const;

describe('settings of a society', () => {
  const cells = (['public', 'private', 'invite-only'] as const).flatMap((visibility) =>
    testRoles.map((testRole) => {
      const isVisible = visibility !== 'invite-only' || !['outsider', 'pending', 'banned', 'admin of another'].includes(testRole);
      const status = ['visitor', 'suspended'].includes(testRole) ? 401 : managers.includes(testRole) ? 204 : isVisible ? 403 : 404;
      return { visibility, testRole, status };
    }),
  );

  testCells(cells, ({ testRole, status }) => [testRole, status])(
    'of a $visibility society: $testRole gets $status',
    async ({ visibility, testRole, status }) => {
      const society = await build.buildSociety({ privacy: { visibility } });
      const user = await buildPersonInRole(testRole, society);
      const answer = await test.call(
        updateInfo,
        { society_id: String(society._id), rules: 'Be kind.' },
        user ? await test.tokenFor(user) : undefined,
      );
      expect(answer.status).toBe(status);
      expect((await stored(society)).rules).toBe(status === 204 ? 'Be kind.' : '');
    },
  );

  it('store all input, and are shown to members', async () => {
    const society = await build.buildSociety();
    const token = await adminOf(society);
    expect((await test.call(updateInfo, { society_id: String(society._id), ...settings }, token)).status).toBe(204);
    const { data } = await test.call(getSocietyInfo, { society_id: String(society._id) }, token);
    expect(data).toMatchObject({
      Name: settings.name,
      Description: settings.description,
      Category: settings.category,
      Image: settings.image,
      Question: settings.question,
      Tags: settings.tags,
      Rules: settings.rules,
      Contact_Email: settings.contactEmail,
      Website: settings.website,
      Privacy: settings.privacy,
      Permissions: settings.permissions,
      Notifications: settings.notifications,
      version: 2,
    });
  });

  it('stay where they are not given, also inside of a section', async () => {
    const society = await build.buildSociety({ rules: 'Be kind.', privacy: { memberListVisible: false } });
    const input = { society_id: String(society._id), privacy: { eventsVisible: false }, permissions: {}, website: '' };
    expect((await test.call(updateInfo, input, await adminOf(society))).status).toBe(204);
    const { privacy, permissions, name, rules } = await stored(society);
    expect({ privacy, permissions, name, rules }).toEqual({
      privacy: { ...society.privacy, eventsVisible: false },
      permissions: society.permissions,
      name: society.name,
      rules: 'Be kind.',
    });
  });

  it('sent again change nothing and publish nothing', async () => {
    const society = await build.buildSociety();
    const token = await adminOf(society);
    const input = { society_id: String(society._id), ...settings, name: `Walkers ${society._id}` };
    await test.call(updateInfo, input, token);
    const before = await stored(society);
    await log.published();
    expect((await test.call(updateInfo, input, token)).status).toBe(204);
    expect(await stored(society)).toEqual(before);
    expect(await log.published()).toEqual([]);
  });

  it.each([
    ['a name too short', { name: 'ab' }, 'name', 'Society name must be at least 3 characters'],
    ['no name', { name: '  ' }, 'name', 'Society name is required'],
    ['a short description', { description: 'Too short' }, 'description', 'Description must be at least 20 characters'],
    ['another category', { category: 'Arts' }, 'category', 'Category is required'],
    ['an invalid address', { contactEmail: 'nobody' }, 'contactEmail', 'Please enter a valid email address'],
    ['an invalid website', { website: 'ftp://x' }, 'website', 'Please enter a valid website URL'],
    ['an invalid image', { image: 'javascript:1' }, 'image', 'Please enter an image address'],
    ['an unknown visibility', { privacy: { visibility: 'secret' } }, 'privacy.visibility', 'Please choose one of the options'],
    ['an invalid flag', { privacy: { joinApproval: 'yes' } }, 'privacy.joinApproval', 'This is not valid'],
    ['an unknown role', { permissions: { whoCanPost: 'nobody' } }, 'permissions.whoCanPost', 'Please choose one of the options'],
    ['an invalid section', { notifications: 'off' }, 'notifications', 'This is not valid'],
    ['eleven tags', { tags: Array.from({ length: 11 }, String) }, 'tags', 'This is too long'],
    ['a long question', { question: 'a'.repeat(301) }, 'question', 'This is too long'],
    ['long rules', { rules: 'a'.repeat(5001) }, 'rules', 'This is too long'],
  ])('refuse %s', async (_name, over, field, text) => {
    const society = await build.buildSociety();
    const { status, error } = await test.call(updateInfo, { society_id: String(society._id), ...over }, await adminOf(society));
    expect([status, error.fields?.[field]]).toEqual([400, text]);
    expect(await stored(society)).toMatchObject({ version: 1 });
  });

  it('refuse a name that another society has; a removed one has none', async () => {
    const [taken, gone, society] = [
      await build.buildSociety(),
      await build.buildSociety({ removedAt: new Date() }),
      await build.buildSociety(),
    ];
    const token = await adminOf(society);
    const rename = (name: string) => test.call(updateInfo, { society_id: String(society._id), name }, token);
    const refused = await rename(taken.name.toUpperCase());
    expect([refused.status, refused.error.code]).toEqual([409, 'name_taken']);
    expect((await rename(society.name.toUpperCase())).status).toBe(204);
    expect((await rename(gone.name)).status).toBe(204);
    const old = await test.call(
      createSociety,
      { name: society.name, description: 'The old name is free for others now.', category: 'Social' },
      token,
    );
    expect(old.status).toBe(201);
  });

  it('of a society that is gone, or of none, cannot be changed', async () => {
    const removed = await build.buildSociety({ removedAt: new Date() });
    expect((await test.call(updateInfo, { society_id: String(removed._id), rules: 'x' }, await adminOf(removed))).status).toBe(404);
    expect((await test.call(updateInfo, { society_id: 'f'.repeat(24) }, await adminOf(removed))).status).toBe(404);
  });

  it('changed by two people at once are all stored', async () => {
    const society = await build.buildSociety();
    const token = await adminOf(society);
    const society_id = String(society._id);
    const sent = [{ rules: 'A' }, { question: 'B' }, { website: 'https://c.example' }, { privacy: { joinApproval: false } }];
    const answers = await Promise.all(sent.map((each) => test.call(updateInfo, { society_id, ...each }, token)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    const now = await stored(society);
    expect([now.rules, now.question, now.website, now.privacy.joinApproval, now.version]).toEqual([
      'A',
      'B',
      'https://c.example',
      false,
      5,
    ]);
  });
});

describe('messages about changed settings', () => {
  const messagesOf = async (society: SocietyDoc, input: Record<string, unknown>) => {
    await log.published();
    await test.call(updateInfo, { society_id: String(society._id), ...input }, await adminOf(society));
    return log.published();
  };

  it('have the current society, for its page and the lists', async () => {
    const society = await build.buildSociety();
    const published = await messagesOf(society, { rules: 'Be kind.' });
    expect(published.map(({ message, rooms }) => [message, rooms])).toEqual([
      [societyUpdated.name, [roomOf('societyPublic', String(society._id)), 'societies']],
    ]);
    const { data } = await test.call(getSocietyInfo, { society_id: String(society._id) });
    expect(data).toMatchObject(published[0]!.payload as object);
  });

  it('go to no list for an invite-only society', async () => {
    const society = await build.buildSociety({ privacy: { visibility: 'invite-only' } });
    const inside = [roomOf('society', String(society._id)), roomOf('societyPublic', String(society._id))];
    const published = await messagesOf(society, { rules: 'Be kind.', privacy: { eventsVisible: false } });
    expect(published.map(({ message, rooms }) => [message, rooms])).toEqual([
      [societyVisibility.name, inside],
      [societyUpdated.name, inside.slice(1)],
    ]);
  });

  it.each([
    ['public', 'invite-only'],
    ['invite-only', 'private'],
    ['public', 'private'],
  ] as const)('from %s to %s announce the visibility first, wherever the society was or is listed', async (from, to) => {
    const society = await build.buildSociety({ privacy: { visibility: from } });
    const [first, second] = await messagesOf(society, { privacy: { visibility: to } });
    expect(first).toMatchObject({
      message: societyVisibility.name,
      rooms: ['feed', 'societies', 'events', roomOf('society', String(society._id)), roomOf('societyPublic', String(society._id))],
      payload: { society_id: String(society._id), visibility: to, eventsVisible: true },
    });
    expect(second?.message).toBe(societyUpdated.name);
    expect(second?.rooms.includes('societies')).toBe(to !== 'invite-only');
  });
});

describe('the content of a society', () => {
  async function changed(society: SocietyDoc, input: Record<string, unknown>): Promise<void> {
    await test.call(updateInfo, { society_id: String(society._id), ...input }, await adminOf(society));
    const record = await Activities.findOne({ object: society._id, verb: 'society.updated' }).sort({ at: -1 }).lean();
    await handlers['activity.dispatch']({ kind: 'activity', id: String(record!._id), version: 1 }, silent, testSettings);
    await handlers['activity.open']({ society: String(society._id) }, silent, testSettings);
  }
  const openOf = async (society: SocietyDoc) => [
    (await Posts.find({ society: society._id }).lean()).filter(({ open }) => open).length,
    (await Events.find({ society: society._id }).lean()).filter(({ open }) => open).length,
  ];

  it('is as open as the society, however much there is, and repeatedly so', async () => {
    const society = await build.buildSociety();
    const createdAt = new Date();
    await Posts.insertMany(
      Array.from({ length: 1203 }, () => postFields({ society: society._id, author: society.creator, open: true, createdAt })),
    );
    for (let i = 0; i < 3; i++) await build.buildEvent({ society });
    await changed(society, { privacy: { eventsVisible: false } });
    expect(await openOf(society)).toEqual([1203, 0]);
    await changed(society, { privacy: { visibility: 'private', eventsVisible: true } });
    expect(await openOf(society)).toEqual([0, 0]);
    await changed(society, { privacy: { visibility: 'public' } });
    expect(await openOf(society)).toEqual([1203, 3]);
    await handlers['activity.open']({ society: String(society._id) }, silent, testSettings);
    expect(await openOf(society)).toEqual([1203, 3]);
  });

  it('is updated by the record of the change, at once and 15 seconds later, and by nothing else', async () => {
    const society = await build.buildSociety();
    const again = async () => {
      const record = await Activities.findOne({ object: society._id, verb: 'society.updated' }).sort({ at: -1 }).lean();
      const job = await queue('activity').getJob(`open-${record?._id}`);
      return { due: record?.due, again: job && { data: job.data, delay: job.opts.delay } };
    };
    await changed(society, { privacy: { joinApproval: false } });
    expect(await again()).toEqual({ due: undefined });
    await changed(society, { privacy: { eventsVisible: false } });
    const data = { society: String(society._id) };
    expect(await again()).toEqual({ due: undefined, again: { data, delay: 15_000 } });
  });

  it('is announced again once it is open: a feed that was fetched at the change lacked it', async () => {
    const society = await build.buildSociety({ privacy: { visibility: 'private' } });
    const post = await build.buildPost({ society });
    const society_id = String(society._id);
    const outsider = await test.tokenFor(await build.buildUser());
    const isInFeed = async () => (await test.call(getAllPosts, {}, outsider)).data.some(({ ID }) => ID === String(post._id));
    await log.published();
    await test.call(updateInfo, { society_id, privacy: { visibility: 'public' } }, await adminOf(society));
    expect((await log.published()).map(({ message }) => message)).toEqual([societyVisibility.name, societyUpdated.name]);
    expect(await isInFeed()).toBe(false);
    await handlers['activity.open']({ society: society_id }, silent, testSettings);
    expect(await log.published()).toMatchObject([
      { message: societyVisibility.name, rooms: expect.arrayContaining(['feed', 'events']), payload: { society_id, visibility: 'public' } },
    ]);
    expect(await isInFeed()).toBe(true);
    await handlers['activity.open']({ society: society_id }, silent, testSettings);
    expect(await log.published()).toEqual([]);
  });

  it('is updated again for what was being written meanwhile', async () => {
    const society = await build.buildSociety();
    await changed(society, { privacy: { visibility: 'private' } });
    await build.buildPost({ society, open: true });
    await handlers['activity.open']({ society: String(society._id) }, silent, testSettings);
    expect(await openOf(society)).toEqual([0, 0]);
  });
});
