import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { exportMembers, getInsights } from '#models/contract/society-insights';
import { addDays, localOf } from '#models/db/local-time';
import type { SocietyDoc } from '#models/db/societies';
import * as build from '#models/testing/builders';
import { buildPersonInRole, managers, testRoles } from '#models/testing/test-roles';

const test = setUpTestApp();

const zone = 'Asia/Amman';
const today = () => localOf(new Date(), zone).date;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const at = (society: SocietyDoc) => ({ society_id: String(society._id) });
const adminOf = (society: SocietyDoc) => test.tokenFor({ _id: society.creator });

describe.each(['public', 'invite-only'] as const)('insights and the export of a %s society', (visibility) => {
  it.each(testRoles)('are answered by role: %s', { tags: ['generated'] }, async (testRole) => {
    const society = await build.buildSociety({ privacy: { visibility } });
    const user = await buildPersonInRole(testRole, society);
    const token = user ? await test.tokenFor(user) : undefined;
    const isVisible = visibility === 'public' || !['outsider', 'pending', 'banned', 'admin of another'].includes(testRole);
    const status = ['visitor', 'suspended'].includes(testRole) ? 401 : managers.includes(testRole) ? 200 : isVisible ? 403 : 404;
    expect((await test.call(getInsights, at(society), token)).status).toBe(status);
    expect((await test.call(exportMembers, at(society), token)).status).toBe(status);
  });
});

describe('insights', () => {
  it('count members, posts and attendance by day', async () => {
    const society = await build.buildSociety({ createdAt: daysAgo(90), medianReplyHours: 4.5 });
    const author = await build.buildUser();
    await build.buildMembership({ society, user: author, joinedAt: daysAgo(40) });
    await build.buildMembership({ society, joinedAt: daysAgo(2) });
    await build.buildMembership({ society, role: 'moderator' });
    await build.buildPost({ society, author, likes: 3, comments: 2, createdAt: daysAgo(2) });
    await build.buildPost({ society, author, createdAt: daysAgo(31) });
    await build.buildPost({ society, author, removedAt: new Date() });
    const held = { society, creator: author };
    const event = await build.buildEvent({ ...held, startsAt: daysAgo(2) });
    await build.buildAttendance({ event, checkedInAt: daysAgo(2) });
    await build.buildAttendance({ event });
    await build.buildAttendance({ event, state: 'none' });
    const withoutDoor = await build.buildEvent({ ...held, startsAt: daysAgo(3) });
    await build.buildAttendance({ event: withoutDoor });
    await build.buildEvent({ ...held, startsAt: daysAgo(1), cancelledAt: new Date() });
    await build.buildEvent(held);
    await build.buildJoinRequest({ society });
    const { data } = await test.call(getInsights, { ...at(society), days: 7 }, await adminOf(society));
    expect({ ...data, series: data.series.length, feedback: data.feedback.length }).toEqual({
      from: addDays(today(), -6),
      to: today(),
      members: 4,
      joined: 2,
      posts: 1,
      likes: 3,
      comments: 2,
      events: 2,
      attendance: 3,
      came: 1,
      no_shows: 1,
      cancellations: 1,
      pending_requests: 1,
      median_reply_hours: 4.5,
      feedback: 2,
      series: 7,
    });
    const { date } = localOf(daysAgo(2), zone);
    expect(data.series.find((day) => day.date === date)).toEqual({ date, members: 3, joined: 1, posts: 1, events: 1, attendance: 2 });
    expect(data.series.map(({ members }) => members)).toEqual([2, 2, 2, 2, 3, 3, 4]);
  });

  it('cover thirty days by default, and a year at most', async () => {
    const society = await build.buildSociety();
    const token = await adminOf(society);
    expect((await test.call(getInsights, at(society), token)).data.series).toHaveLength(30);
    expect((await test.call(getInsights, { ...at(society), days: 365 }, token)).data.series).toHaveLength(365);
    for (const days of [0, 366, 1.5, 'x']) expect((await test.call(getInsights, { ...at(society), days }, token)).status).toBe(400);
  });
});

describe('the export', () => {
  it('is a table of all members with their addresses, in which no name becomes a formula', async () => {
    const society = await build.buildSociety({ admin: await build.buildUser({ name: 'Amal', email: 'amal@uni.example' }) });
    const joinedAt = daysAgo(3);
    const add = async (name: string, email: string) =>
      build.buildMembership({ society, user: await build.buildUser({ name, email }), joinedAt });
    await add('Layla "Lulu", Q', 'layla@uni.example');
    await add('=1+1', 'formula@uni.example');
    await add('ليلى', 'layla.ar@uni.example');
    const { data, headers } = await test.call(exportMembers, at(society), await adminOf(society));
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      'text/csv; charset=utf-8',
      'attachment; filename="members.csv"',
    ]);
    const time = joinedAt.toISOString();
    expect(data.replace('\uFEFF', '').trim().split('\n')).toEqual([
      'Name,Email,Role,Joined_At',
      `'=1+1,formula@uni.example,member,${time}`,
      `Amal,amal@uni.example,admin,${society.createdAt.toISOString()}`,
      `"Layla ""Lulu"", Q",layla@uni.example,member,${time}`,
      `ليلى,layla.ar@uni.example,member,${time}`,
    ]);
  });
});
