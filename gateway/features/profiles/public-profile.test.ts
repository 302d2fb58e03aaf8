import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { getPublicProfile } from '#models/contract/profiles';
import { type UserDoc, Users } from '#models/db/users';
import {
  buildAttendance,
  buildBlock,
  buildConsent,
  buildEvent,
  buildFollow,
  buildMembership,
  buildPost,
  buildSociety,
  buildUser,
} from '#models/testing/builders';

const test = setUpTestApp();

const see = async (person: UserDoc, reader?: UserDoc, as?: 'visitor' | 'follower') =>
  test.call(getPublicProfile, { user_id: String(person._id), as }, reader && (await test.tokenFor(reader)));
const setPrivacy = (person: UserDoc, privacy: Partial<UserDoc['privacy']>) =>
  Users.updateOne(
    { _id: person._id },
    { $set: Object.fromEntries(Object.entries(privacy).map(([key, value]) => [`privacy.${key}`, value])) },
  );
const befriend = async (a: UserDoc, b: UserDoc) => {
  await buildFollow({ from: a, to: b });
  await buildFollow({ from: b, to: a });
};

const closed = {
  Email: null,
  Phone_Number: null,
  Bio: null,
  Create_Date: null,
  Society_Count: null,
  Event_Count: null,
  Post_Count: null,
  Likes_Count: null,
  Followers: null,
  Following: null,
};

describe('a public profile', () => {
  it.each([
    ['public', 'a visitor', true],
    ['public', 'somebody', true],
    ['private', 'a visitor', false],
    ['private', 'somebody', false],
    ['private', 'a friend', false],
    ['private', 'a platform admin', true],
    ['private', 'oneself', true],
    ['friends', 'somebody', false],
    ['friends', 'a friend', true],
  ] as const)('with %s visibility, to %s: %s', async (profileVisibility, who, isOpen) => {
    const person = await buildUser({ name: 'Lina', bio: 'Third year' });
    await setPrivacy(person, { profileVisibility });
    const reader = who === 'oneself' ? person : await buildUser(who === 'a platform admin' ? { role: 'admin' } : {});
    if (who === 'a friend') await befriend(person, reader);
    const { status, data } = await see(person, who === 'a visitor' ? undefined : reader);
    expect([status, data.Name, data.Bio, data.Can.see]).toEqual([200, 'Lina', isOpen ? 'Third year' : null, isOpen]);
    if (!isOpen) expect(data).toMatchObject(closed);
  });

  it.each([
    ['nothing', {}, null, null],
    ['the address', { showEmail: true }, 'email', null],
    ['the phone', { showPhone: true }, null, '079'],
    ['neither on a private profile', { showEmail: true, showPhone: true, profileVisibility: 'private' as const }, null, null],
  ])('shows address and phone: %s', async (_name, privacy, email, phone) => {
    const person = await buildUser({ phone: '079' });
    await setPrivacy(person, privacy);
    const { data } = await see(person, await buildUser());
    expect([data.Email, data.Phone_Number]).toEqual([email && person.email, phone]);
    expect((await see(person)).data.Email).toBe(email && person.email);
  });

  it('counts only objects that the reader may see', async () => {
    const person = await buildUser();
    const [open, inner, sensitive] = [
      await buildSociety(),
      await buildSociety({ privacy: { visibility: 'private' } }),
      await buildSociety({ category: 'Religious' }),
    ];
    for (const society of [open, inner, sensitive]) await buildMembership({ society, user: person });
    await buildPost({ society: open, author: person, likes: 2 });
    await buildPost({ society: inner, author: person, likes: 5 });
    const startsAt = new Date(Date.now() - 3 * 3_600_000);
    await buildAttendance({ user: person, event: await buildEvent({ society: open, startsAt }) });
    await buildAttendance({ user: person, event: await buildEvent({ society: inner, startsAt }) });
    const member = await buildUser();
    await buildMembership({ society: inner, user: member });
    expect((await see(person)).data).toMatchObject({ Society_Count: 1, Event_Count: 1, Post_Count: 1, Likes_Count: 2 });
    expect((await see(person, member)).data).toMatchObject({ Society_Count: 2, Event_Count: 2, Post_Count: 2, Likes_Count: 7 });
    expect((await see(person, person)).data).toMatchObject({ Society_Count: 3, Event_Count: 2, Post_Count: 2, Likes_Count: 7 });
    await setPrivacy(person, { showSensitive: true });
    expect((await see(person)).data).toMatchObject({ Society_Count: 1 });
    await buildConsent({ society: sensitive, user: person });
    expect((await see(person)).data).toMatchObject({ Society_Count: 2 });
  });

  it('previews the own profile as others see it', async () => {
    const person = await buildUser({ bio: 'Third year' });
    await setPrivacy(person, { profileVisibility: 'friends' });
    expect((await see(person, person, 'visitor')).data).toMatchObject({ ...closed, Can: { see: false } });
    expect((await see(person, person, 'follower')).data).toMatchObject({ Bio: 'Third year', Email: null, Can: { see: true } });
    expect((await see(person, await buildUser(), 'follower')).data).toMatchObject(closed);
  });

  it('is not found with a block, nor for a deleted account', async () => {
    const [person, reader, gone] = [await buildUser(), await buildUser(), await buildUser({ deletedAt: new Date() })];
    await buildBlock({ from: reader, to: person });
    expect((await see(person, reader)).status).toBe(404);
    expect((await see(reader, person)).status).toBe(404);
    expect((await see(gone, reader)).status).toBe(404);
    expect((await test.call(getPublicProfile, { user_id: 'x' })).status).toBe(400);
  });

  it('shows whether the reader follows', async () => {
    const [person, reader] = [await buildUser(), await buildUser()];
    await buildFollow({ from: reader, to: person });
    expect((await see(person, reader)).data).toMatchObject({ Is_Following: true, Followers: 1, Can: { follow: true, block: true } });
    expect((await see(person)).data).toMatchObject({ Is_Following: false, Can: { follow: false, block: false } });
  });
});
