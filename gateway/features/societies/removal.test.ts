import { beforeAll, describe, expect, it } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { controls } from '#models/contract/live';
import { maskedName } from '#models/contract/masked';
import { getAllPosts } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import {
  getAllSocieties,
  getSocietiesByUser,
  getSocietyInfo,
  getStatistics,
  societyCreated,
  societyRemoved,
  societyVisibility,
} from '#models/contract/societies';
import { createSociety } from '#models/contract/society-creation';
import { deleteSociety, getRemoved, restoreSociety } from '#models/contract/society-removal';
import { Activities } from '#models/db/activities';
import { Likes } from '#models/db/likes';
import { Memberships } from '#models/db/memberships';
import { models, newId } from '#models/db/model';
import { Posts } from '#models/db/posts';
import { Societies, type SocietyDoc } from '#models/db/societies';
import * as build from '#models/testing/builders';
import { testCells } from '#models/testing/cells';
import { testSettings } from '#models/testing/settings';
import { buildPersonInRole, managers, testRoles } from '#models/testing/test-roles';
import { handlers } from '#workers/handlers';
import { silent } from '#workers/log';

const test = setUpTestApp();
let platform: string;
beforeAll(async () => {
  platform = await test.tokenFor(await build.buildUser({ role: 'admin' }));
});

const adminOf = (society: SocietyDoc) => test.tokenFor({ _id: society.creator });
const at = (society: SocietyDoc) => ({ society_id: String(society._id) });
const remove = async (society: SocietyDoc, token?: string) =>
  test.call(deleteSociety, { ...at(society), confirm: society.name }, token ?? (await adminOf(society)));
const restore = (society: SocietyDoc, name?: string) => test.call(restoreSociety, { ...at(society), ...(name ? { name } : {}) }, platform);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

describe('deleting a society', () => {
  const cells = (['public', 'invite-only'] as const).flatMap((visibility) =>
    testRoles.map((testRole) => {
      const isVisible = visibility === 'public' || !['outsider', 'pending', 'banned', 'admin of another'].includes(testRole);
      const status = ['visitor', 'suspended'].includes(testRole) ? 401 : managers.includes(testRole) ? 200 : isVisible ? 403 : 404;
      return { visibility, testRole, status };
    }),
  );

  testCells(cells, ({ testRole, status }) => [testRole, status])(
    'a $visibility society: $testRole gets $status',
    async ({ visibility, testRole, status }) => {
      const society = await build.buildSociety({ privacy: { visibility } });
      const user = await buildPersonInRole(testRole, society);
      const answer = await test.call(
        deleteSociety,
        { ...at(society), confirm: society.name },
        user ? await test.tokenFor(user) : undefined,
      );
      expect(answer.status).toBe(status);
      expect((await test.call(getSocietyInfo, at(society), platform)).status).toBe(status === 200 ? 404 : 200);
    },
  );

  it('needs its name', async () => {
    const society = await build.buildSociety();
    const token = await adminOf(society);
    const wrong = await test.call(deleteSociety, { ...at(society), confirm: society.name.toUpperCase() }, token);
    expect([wrong.status, wrong.error.code]).toEqual([409, 'wrong_confirmation']);
    expect((await test.call(deleteSociety, { ...at(society), confirm: ' ' }, token)).status).toBe(400);
    expect((await remove(society, token)).status).toBe(200);
  });

  it('repeated, or in parallel, gets the same answer; others get 404', async () => {
    const society = await build.buildSociety();
    const token = await adminOf(society);
    const [one, other] = await Promise.all([remove(society, token), remove(society, token)]);
    const later = await remove(society, token);
    expect([one.status, other.data, later.data]).toEqual([200, one.data, one.data]);
    expect(await Activities.countDocuments({ object: society._id, verb: 'society.removed' })).toBe(1);
    expect((await remove(society, await test.tokenFor(await build.buildUser()))).status).toBe(404);
  });

  it('removes it and its content from every list, and frees its name', async () => {
    const society = await build.buildSociety({ members: 5_000_000 });
    const post = await build.buildPost({ society });
    const token = await adminOf(society);
    const before = (await test.call(getStatistics, {})).data.total_societies;
    await remove(society, token);
    expect((await test.call(getStatistics, {})).data.total_societies).toBe(before - 1);
    expect((await test.call(getAllSocieties, { q: society.name })).data).toEqual([]);
    expect((await test.call(getSocietiesByUser, {}, token)).data).toEqual([]);
    for (const each of [undefined, token])
      expect((await test.call(getAllPosts, { limit: 100 }, each)).data.map(({ ID }) => ID)).not.toContain(String(post._id));
    await handlers['activity.open']({ society: String(society._id) }, silent, testSettings);
    expect((await Posts.findById(post._id).lean())?.open).toBe(false);
    const again = { name: society.name, description: 'A new one of the same name.', category: 'Social' } as const;
    expect((await test.call(createSociety, again, token)).status).toBe(201);
  });

  it('is published to its pages and to every list that shows it, and evicts everybody from its rooms', async () => {
    const society = await build.buildSociety();
    const post = await build.buildPost({ society });
    const [open, inside, about] = [
      roomOf('societyPublic', String(society._id)),
      roomOf('society', String(society._id)),
      roomOf('post', String(post._id)),
    ];
    const [visitor, browsing, planning] = [await openSocket(test.url), await openSocket(test.url), await openSocket(test.url)];
    // The feed shows posts whose own room its reader has not joined.
    const reader = await openSocket(test.url, { token: await test.tokenFor(await build.buildUser()) });
    await reader.join('feed');
    await planning.join('events');
    const atHome = await openSocket(test.url, { token: await test.tokenFor(await build.buildMember(society)) });
    await atHome.join('mine');
    const member = await openSocket(test.url, { token: await test.tokenFor(await build.buildMember(society)) });
    await visitor.join('societies', open, about);
    await browsing.join('societies');
    await member.join('mine', open);
    await remove(society);
    for (const socket of [visitor, browsing, planning, reader, atHome, member])
      expect((await socket.next(societyRemoved)).payload).toEqual(at(society));
    expect((await visitor.next(controls.roomLeft)).payload.rooms.toSorted()).toEqual([open, about].toSorted());
    expect((await atHome.next(controls.roomLeft)).payload.rooms).toEqual([inside]);
    expect((await member.next(controls.roomLeft)).payload.rooms.toSorted()).toEqual([open, inside].toSorted());
    await restore(society);
    expect((await visitor.next(societyCreated)).payload).toMatchObject({ ID: String(society._id) });
    await visitor.next(societyVisibility);
    // The rooms of `mine` come back by themselves.
    await member.next(societyVisibility);
    expect((await Societies.findById(society._id).lean())?.active).toBe(true);
    for (const socket of [visitor, browsing, planning, reader, atHome, member]) socket.close();
  });
});

describe('a removed society', () => {
  it.each(testRoles.filter((testRole) => testRole !== 'platform admin'))('is not for %s', { tags: ['generated'] }, async (testRole) => {
    const society = await build.buildSociety({ removedAt: new Date() });
    const user = await buildPersonInRole(testRole, society);
    const token = user ? await test.tokenFor(user) : undefined;
    const expected = ['visitor', 'suspended'].includes(testRole) ? 401 : 403;
    expect((await test.call(getRemoved, {}, token)).status).toBe(expected);
    expect((await test.call(restoreSociety, at(society), token)).status).toBe(expected);
  });

  it('is listed for 30 days, the last one first, page by page', async () => {
    await Societies.deleteMany({ removedAt: { $ne: null } });
    const made = [];
    for (const days of [1, 29, 31, 3, 3]) made.push(await build.buildSociety({ removedAt: daysAgo(days) }));
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await test.call(getRemoved, { limit: 2, ...(cursor ? { cursor } : {}) }, platform);
      seen.push(...page.data.map(({ ID }) => ID));
      cursor = page.next;
    } while (cursor);
    expect(seen.length).toBe(4);
    expect([seen[0], seen[3]]).toEqual([made[0], made[1]].map((each) => String(each!._id)));
    expect((await restore(made[2]!)).status).toBe(404);
    expect((await restore(made[1]!)).status).toBe(200);
  });

  it('is restored with all its content; a repeat gets the same answer', async () => {
    const society = await build.buildSociety();
    const post = await build.buildPost({ society });
    await remove(society);
    const back = await restore(society);
    expect(back).toMatchObject({ status: 200, data: { ID: String(society._id), Name: society.name, Post_Count: 1 } });
    expect((await restore(society)).data).toEqual(back.data);
    await handlers['activity.open']({ society: String(society._id) }, silent, testSettings);
    expect((await Posts.findById(post._id).lean())?.open).toBe(true);
    expect((await test.call(getSocietyInfo, at(society), await adminOf(society))).data.Role).toBe('admin');
  });

  it('needs a new name where another society has taken its own', async () => {
    const society = await build.buildSociety();
    await remove(society);
    await build.buildSociety({ name: society.name });
    const refused = await restore(society);
    expect([refused.status, refused.error.code]).toEqual([409, 'name_taken']);
    const renamed = await restore(society, `${society.name} II`);
    expect([renamed.status, renamed.data.Name]).toEqual([200, `${society.name} II`]);
  });

  it('without an admin is restored by somebody with every scope only, who leads it then', async () => {
    const society = await build.buildSociety();
    await remove(society);
    await Memberships.deleteMany({ society: society._id });
    const approver = await build.buildStaff('approve');
    const refused = await test.call(restoreSociety, at(society), await test.tokenFor(approver));
    expect([refused.status, refused.error.code]).toEqual([409, 'society_without_admin']);
    expect((await Societies.findById(society._id).lean())?.removedAt).toBeInstanceOf(Date);
    expect(await Memberships.countDocuments({ society: society._id })).toBe(0);
    expect((await restore(society)).status).toBe(200);
    expect(await Memberships.countDocuments({ society: society._id, role: 'admin' })).toBe(1);
  });

  it('with an admin is restored by the scope `approve` alone', async () => {
    const society = await build.buildSociety();
    await remove(society);
    const approver = await build.buildStaff('approve');
    expect((await test.call(restoreSociety, at(society), await test.tokenFor(approver))).status).toBe(200);
    expect(await Memberships.countDocuments({ society: society._id, user: approver._id })).toBe(0);
  });

  it('that never existed cannot be restored', async () => {
    expect((await test.call(restoreSociety, { society_id: String(newId()) }, platform)).status).toBe(404);
  });
});

it('a removed society is deleted with its content after 30 days, and nothing else', async () => {
  const [gone, remaining] = [await build.buildSociety({ removedAt: daysAgo(31) }), await build.buildSociety({ removedAt: daysAgo(29) })];
  for (const society of [gone, remaining]) {
    const post = await build.buildPost({ society });
    await build.buildLike({ post });
    await build.buildComment({ post });
    const event = await build.buildEvent({ society });
    await build.buildAttendance({ event });
    await build.buildBookmark({ event });
    await build.buildJoinRequest({ society });
    await build.buildInvitation({ society });
    await build.buildBan({ society });
    await build.buildReport({ society });
  }
  await handlers['upkeep.task']({ task: 'societies' }, silent, testSettings);
  const holding = async (id: string) => {
    const found: string[] = [];
    for (const [name, model] of models) if (JSON.stringify(await model.find().lean()).includes(id)) found.push(name);
    return found;
  };
  expect(await holding(String(gone._id))).toEqual([]);
  expect((await holding(String(remaining._id))).toSorted()).toEqual([
    'bans',
    'events',
    'invitations',
    'joinRequests',
    'memberships',
    'posts',
    'reports',
    'rolePeriods',
    'societies',
  ]);
  const posts = (await Posts.find({ society: remaining._id }, { _id: 1 }).lean()).map(({ _id }) => _id);
  expect(await Likes.countDocuments({ post: { $in: posts } })).toBe(1);
  expect(await Memberships.countDocuments({ society: remaining._id })).toBeGreaterThan(0);
});

it('staff who approve are not told who created a sensitive society', async () => {
  const creator = await build.buildUser({ name: 'Sami Haddad', image: 'https://pictures.example/sami.webp' });
  const society = await build.buildSociety({ admin: creator, category: 'Political' });
  await remove(society);
  const approver = await test.tokenFor(await build.buildStaff('approve'));
  const listed = async (token: string) => {
    const { data } = await test.call(getRemoved, { limit: 100 }, token);
    const row = data.find(({ ID }) => ID === String(society._id));
    return [row?.Creator_Name, row?.Creator_Image];
  };
  expect(await listed(approver)).toEqual([maskedName, '']);
  expect(await listed(platform)).toEqual([creator.name, creator.image]);
});

it('staff who approve restore a sensitive society with an admin without being told who created it', async () => {
  const society = await build.buildSociety({ category: 'Political' });
  await remove(society);
  const restored = await test.call(restoreSociety, at(society), await test.tokenFor(await build.buildStaff('approve')));
  expect([restored.status, restored.data.Creator_Name]).toEqual([200, maskedName]);
});
