import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Events } from '#models/db/events';
import { Posts } from '#models/db/posts';
import { Societies } from '#models/db/societies';
import { loadViewer } from '#models/db/viewer';
import * as build from './builders.js';
import { testStores } from './stores.js';

beforeAll(async () => {
  await mongoose.connect((await testStores()).mongoUri);
});
afterAll(() => mongoose.disconnect());

test('builders keep counters correct', async () => {
  const society = await build.buildSociety();
  const post = await build.buildPost({ society });
  await build.buildComment({ post });
  await build.buildLike({ post });
  const event = await build.buildEvent({ society, seats: 3 });
  await build.buildAttendance({ event });
  await build.buildBookmark({ event });
  expect(await Societies.findById(society._id).lean()).toMatchObject({ members: 3, posts: 1, events: 1 });
  expect(await Posts.findById(post._id).lean()).toMatchObject({ likes: 1, comments: 1 });
  expect(await Events.findById(event._id).lean()).toMatchObject({ attendees: 1, interested: 1, seatsLeft: 2 });
});

test('loadViewer reads roles, bans, invitations and blocks made by builders', async () => {
  const user = await build.buildUser();
  const [member, banned, invited] = [await build.buildSociety(), await build.buildSociety(), await build.buildSociety()];
  await build.buildMembership({ user, society: member, role: 'moderator' });
  await build.buildBan({ user, society: banned });
  await build.buildInvitation({ user, society: invited });
  const blocked = await build.buildBlock({ from: user });
  const viewer = await loadViewer(user._id);
  expect(viewer?.roles.get(String(member._id))).toBe('moderator');
  expect([...(viewer?.banned ?? [])]).toEqual([String(banned._id)]);
  expect([...(viewer?.invited ?? [])]).toEqual([String(invited._id)]);
  expect([...(viewer?.blocked ?? [])]).toEqual([String(blocked.to)]);
});

test('every builder creates the documents it needs', async () => {
  const made = await Promise.all([
    build.buildMembership(),
    build.buildFollow(),
    build.buildJoinRequest(),
    build.buildJoinRequest({ status: 'rejected' }),
    build.buildInvitation({ emailFolded: 'new@uni.example' }),
    build.buildReport(),
    build.buildNotification(),
  ]);
  expect(made.every((doc) => doc._id)).toBe(true);
});
