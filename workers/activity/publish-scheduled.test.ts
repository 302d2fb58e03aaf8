import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postCreated } from '#models/contract/posts';
import { Activities } from '#models/db/activities';
import { Memberships } from '#models/db/memberships';
import { Notifications } from '#models/db/notifications';
import { PlannedPosts } from '#models/db/planned-posts';
import { Posts } from '#models/db/posts';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { type UserDoc, Users } from '#models/db/users';
import { buildMember, buildPlannedPost, buildSociety } from '#models/testing/builders';
import { startTestBus, type TestBus } from '#models/testing/bus';
import { dispatch } from './dispatch.js';
import { publishOverdue, publishScheduled } from './publish-scheduled.js';

let bus: TestBus;
let society: SocietyDoc;
let author: UserDoc;
beforeAll(async () => {
  bus = await startTestBus();
});
afterAll(() => bus.close());
beforeEach(async () => {
  society = await buildSociety();
  author = await buildMember(society);
  await bus.sent();
});

const ago = (ms: number): Date => new Date(Date.now() - ms);
const scheduled = (over: Parameters<typeof buildPlannedPost>[0] = {}) =>
  buildPlannedPost({ society, author, content: 'At noon', publishAt: ago(1000), ...over });
const records = (object: unknown) => Activities.find({ object: object as never }).lean();

describe('a scheduled post', () => {
  it('is published once at its time by several workers at once: one post, one record, one count', async () => {
    const planned = await scheduled();
    await Promise.all(Array.from({ length: 5 }, () => publishScheduled(planned._id)));
    await publishOverdue(Date.now() + 60_000);
    expect(await Posts.find({ society: society._id }).lean()).toMatchObject([{ _id: planned._id, content: 'At noon', author: author._id }]);
    expect((await records(planned._id)).map(({ verb }) => verb)).toEqual(['post.created']);
    expect((await Societies.findById(society._id).lean())?.posts).toBe(1);
    expect((await bus.sentOf(postCreated)).map(({ payload }) => payload.ID)).toEqual([String(planned._id)]);
    expect(await PlannedPosts.countDocuments({ _id: planned._id })).toBe(0);
  });

  it('waits until its time, also when it was rescheduled after its job was made', async () => {
    const planned = await scheduled({ publishAt: new Date(Date.now() + 60_000) });
    await publishScheduled(planned._id);
    await publishOverdue();
    expect([await PlannedPosts.countDocuments({ _id: planned._id }), await Posts.countDocuments({ _id: planned._id })]).toEqual([1, 0]);
  });

  it('whose job was lost is published by the sweeper', async () => {
    const planned = await scheduled({ publishAt: ago(5000) });
    await publishOverdue();
    expect(await Posts.countDocuments({ _id: planned._id })).toBe(1);
  });

  it.each([
    ['left the society', () => Memberships.deleteOne({ society: society._id, user: author._id })],
    ['was suspended', () => Users.updateOne({ _id: author._id }, { $set: { suspendedAt: new Date() } })],
    ['may no longer post', () => Societies.updateOne({ _id: society._id }, { $set: { 'permissions.whoCanPost': 'admins' } })],
  ])('becomes a draft again if its author %s', async (_name, loseRight) => {
    const planned = await scheduled();
    await loseRight();
    for (let i = 0; i < 2; i++) await publishScheduled(planned._id);
    expect(await Posts.countDocuments({ society: society._id })).toBe(0);
    const stored = await PlannedPosts.findById(planned._id).lean();
    expect([stored?.publishAt, stored?.refusedAt instanceof Date]).toEqual([undefined, true]);
  });

  it('that was refused notifies its author, once, and nobody else', async () => {
    const planned = await scheduled();
    await Memberships.deleteOne({ society: society._id, user: author._id });
    await publishScheduled(planned._id);
    const [record] = await records(planned._id);
    for (let i = 0; i < 2; i++) await dispatch({ kind: 'activity', id: String(record!._id), version: 1 });
    expect(await Notifications.find({ key: `refused:${planned._id}` }).lean()).toMatchObject([
      { user: author._id, type: 'post_refused', link: '/drafts', params: { society: society.name, excerpt: 'At noon' }, actors: [] },
    ]);
  });

  it('as an announcement is refused to a moderator who became a member', async () => {
    const planned = await scheduled({ kind: 'announcement' });
    await publishScheduled(planned._id);
    expect(await Posts.countDocuments({ _id: planned._id })).toBe(0);
  });
});
