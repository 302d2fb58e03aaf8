import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import {
  getAllSocieties,
  getSocietiesByUser,
  getSocietiesByUserPublic,
  getSocietyInfo,
  getStatistics,
  type Visibility,
} from '#models/contract/societies';
import { createSociety } from '#models/contract/society-creation';
import { clearReadCache } from '#models/db/loader';
import { Memberships } from '#models/db/memberships';
import type { SocietyDoc } from '#models/db/societies';
import { Societies } from '#models/db/societies';
import { type UserDoc, Users } from '#models/db/users';
import * as build from '#models/testing/builders';
import { testCells } from '#models/testing/cells';
import { buildPersonInRole, insiders, isSocietyRole, managers, type TestRole, testRoles } from '#models/testing/test-roles';

const test = setUpTestApp();

/** Token of a person in this role; undefined for a visitor. */
async function tokenOf(testRole: TestRole, society: SocietyDoc): Promise<string | undefined> {
  const user = await buildPersonInRole(testRole, society);
  return user ? test.tokenFor(user) : undefined;
}

const makeIn = (visibility: Visibility) => build.buildSociety({ privacy: { visibility } });

describe('one society', () => {
  const rows = (['public', 'private', 'invite-only'] as const).flatMap((visibility) =>
    testRoles.map((testRole) => {
      const isSeen = visibility !== 'invite-only' || insiders.includes(testRole) || testRole === 'invited';
      return { testRole, visibility, status: testRole === 'suspended' ? 401 : isSeen ? 200 : 404 };
    }),
  );

  testCells(rows, ({ testRole, visibility }) => [testRole, visibility])(
    '$visibility: $testRole gets $status',
    async ({ testRole, visibility, status }) => {
      const society = await makeIn(visibility);
      const token = await tokenOf(testRole, society);
      const input = { society_id: String(society._id) };
      const answer = await test.call(getSocietyInfo, input, token);
      expect(answer.status).toBe(status);
      if (status !== 200) return;
      const isInside = insiders.includes(testRole);
      expect([answer.data.Privacy !== null, answer.data.Permissions !== null, answer.data.Notifications !== null]).toEqual(
        Array(3).fill(isInside),
      );
      expect(answer.data.Role).toBe(isSocietyRole(testRole) ? testRole : null);
      expect(answer.data.Request_Status).toBe(testRole === 'pending' ? 'pending' : null);
      expect(answer.data.Can).toMatchObject({
        seePosts: visibility === 'public' || isInside,
        seeEvents: visibility === 'public' || isInside,
        seeMembers: isInside || (visibility === 'public' && testRole !== 'visitor'),
        manage: managers.includes(testRole),
        manageRequests: managers.includes(testRole),
        moderate: testRole === 'moderator' || managers.includes(testRole),
      });
    },
  );

  it('hides members and events from outsiders by its settings, never from members', async () => {
    const society = await build.buildSociety({ privacy: { memberListVisible: false, eventsVisible: false } });
    const can = async (testRole: TestRole) =>
      (await test.call(getSocietyInfo, { society_id: String(society._id) }, await tokenOf(testRole, society))).data.Can;
    expect(await can('outsider')).toMatchObject({ seeMembers: false, seeEvents: false, seePosts: true });
    expect(await can('member')).toMatchObject({ seeMembers: true, seeEvents: true, seePosts: true });
  });

  it('counts posts of others since the member’s last visit', async () => {
    const society = await build.buildSociety();
    const user = await build.buildMember(society);
    await build.buildPost({ society, author: user });
    await build.buildPost({ society });
    await build.buildPost({ society, createdAt: new Date(Date.now() - 86_400_000) });
    const { data } = await test.call(getSocietyInfo, { society_id: String(society._id) }, await test.tokenFor(user));
    expect(data).toMatchObject({ New_Count: 1, Post_Count: 3 });
  });

  it('that was removed or never existed is not found', async () => {
    const removed = await build.buildSociety({ removedAt: new Date() });
    expect((await test.call(getSocietyInfo, { society_id: String(removed._id) })).status).toBe(404);
    expect((await test.call(getSocietyInfo, { society_id: 'f'.repeat(24) })).status).toBe(404);
    expect((await test.call(getSocietyInfo, { society_id: 'nonsense' })).status).toBe(400);
  });
});

describe('discovery', () => {
  it.each(testRoles.filter((testRole) => testRole !== 'suspended'))(
    'lists for %s the societies that they may see',
    { tags: ['generated'] },
    async (testRole) => {
      const category = `Of ${testRole}`;
      const made = await Promise.all(
        (['public', 'private', 'invite-only'] as const).map((visibility) => build.buildSociety({ category, privacy: { visibility } })),
      );
      const token = await tokenOf(testRole, made[2] as SocietyDoc);
      const sees = insiders.includes(testRole) || testRole === 'invited' ? 3 : 2;
      for (const sort of ['members', 'name', 'newest'] as const) {
        const { status, data } = await test.call(getAllSocieties, { category, sort }, token);
        expect([status, data.length]).toEqual([200, sees]);
      }
    },
  );

  it.each([
    ['name', { name: 'Kōdō drummers %' }, 'KODO'],
    ['name in Arabic', { name: 'نادي الإبداع %' }, 'الابداع'],
    ['description', { description: 'We build small satellites %.' }, 'satellites'],
    ['category', { category: 'Underwater %' }, 'underwater'],
  ])('finds by a part of the %s', async (_name, over, q) => {
    const unique = Math.random().toString(36).slice(2);
    const filled = Object.fromEntries(Object.entries(over).map(([key, text]) => [key, text.replace('%', unique)]));
    const society = await build.buildSociety(filled);
    await build.buildSociety();
    const { data } = await test.call(getAllSocieties, { q: `${q}` });
    expect(data.map(({ ID }) => ID)).toContain(String(society._id));
    const exact = await test.call(getAllSocieties, { q: unique });
    expect(exact.data.map(({ ID }) => ID)).toEqual([String(society._id)]);
  });

  it.each(['members', 'name', 'newest', 'trending'] as const)('pages by %s, while societies are created', async (order) => {
    const category = `Paged ${order}`;
    await build.buildSociety({ category: 'Another' });
    const made = await Promise.all(
      Array.from({ length: 7 }, (_, at) =>
        build.buildSociety({
          category,
          members: at % 3,
          growth: at % 3,
          activity: at % 2,
          createdAt: new Date(1e12 + at * 1000),
          privacy: { visibility: at % 2 ? 'private' : 'public' },
        }),
      ),
    );
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await test.call(getAllSocieties, {
        category,
        limit: 2,
        ...(order === 'trending' ? { filter: order } : { sort: order }),
        ...(cursor ? { cursor } : {}),
      });
      expect(page.status).toBe(200);
      seen.push(...page.data.map(({ ID }) => ID));
      cursor = page.next;
      if (seen.length === 2) await build.buildSociety({ category, members: 9, growth: 9, name: `!${Math.random()}` });
    } while (cursor);
    expect(seen.length).toBe(7);
    expect(new Set(seen)).toEqual(new Set(made.map(({ _id }) => String(_id))));
    const { data } = await test.call(getAllSocieties, {
      category,
      ...(order === 'trending' ? { filter: order } : { sort: order }),
      limit: 100,
    });
    expect(data.map(({ ID }) => ID).slice(1)).toEqual(seen);
  });

  it('refuses an invalid cursor', async () => {
    expect((await test.call(getAllSocieties, { cursor: 'nonsense' })).status).toBe(400);
  });
});

describe('statistics', () => {
  it('count societies that the caller may see', async () => {
    const before = (await test.call(getStatistics, {})).data;
    const hidden = await build.buildSociety({ privacy: { visibility: 'invite-only' }, category: 'Gaming' });
    const shown = await build.buildSociety({ members: 999_999, category: 'Gaming' });
    const { data } = await test.call(getStatistics, {});
    expect(data.total_societies).toBe(before.total_societies + 1);
    expect(data.avg_members).toBeGreaterThanOrEqual(Math.round(1_000_000 / data.total_societies));
    expect(data.most_active[0]).toMatchObject({ ID: String(shown._id), Member_Count: 1_000_000 });
    expect(data.most_active.length).toBeLessThanOrEqual(5);
    expect(data.top_categories.length).toBe(Math.min(5, data.categories));
    expect(data.categories).toBe(
      new Set(
        (await Societies.find({ 'privacy.visibility': { $ne: 'invite-only' }, removedAt: null }).lean()).map(({ category }) => category),
      ).size,
    );
    const own = await test.call(getStatistics, {}, await tokenOf('member', hidden));
    expect(own.data.total_societies).toBe(data.total_societies + 1);
  });
});

describe('statistics of people and categories', () => {
  it('count each person once, in however many societies they are', async () => {
    // With the counters of other tests, the community would be so large that the count is made rarely.
    await Societies.updateMany({ members: { $gt: 100 } }, { members: 100 });
    clearReadCache();
    const before = (await test.call(getStatistics, {})).data.total_members;
    const [one, two] = [await build.buildSociety(), await build.buildSociety()];
    const person = await build.buildUser();
    for (const society of [one, two]) await build.buildMembership({ society, user: person });
    const { data } = await test.call(getStatistics, {});
    const admins = await Memberships.distinct('user', { society: { $in: [one._id, two._id] } });
    expect(data.total_members).toBe(before + admins.length);
    expect(admins.map(String)).toContain(String(person._id));
  });

  it('have the number of categories that tie with the last one shown', async () => {
    const { data } = await test.call(getStatistics, {});
    const sizes = new Map<string, number>();
    for (const { category } of await Societies.find({ 'privacy.visibility': { $ne: 'invite-only' }, removedAt: null }).lean())
      sizes.set(category, (sizes.get(category) ?? 0) + 1);
    const third = data.top_categories[2]?.count;
    expect(data.tied_categories).toBe(
      Math.max(
        0,
        [...sizes.values()].filter((count) => count === third).length -
          data.top_categories.slice(0, 3).filter(({ count }) => count === third).length,
      ),
    );
  });
});

describe('own societies', () => {
  it('are listed completely, with the role in each', async () => {
    const user = await build.buildUser();
    const managed = await build.buildSociety({ admin: user, name: `A ${user._id}` });
    const joined = await build.buildSociety({ name: `B ${user._id}`, privacy: { visibility: 'invite-only' } });
    await build.buildMembership({ society: joined, user, role: 'moderator' });
    const { data, counts } = await test.call(getSocietiesByUser, {}, await test.tokenFor(user));
    expect(data.map(({ ID, Role, New_Count }) => ({ ID, Role, New_Count }))).toEqual([
      { ID: String(managed._id), Role: 'admin', New_Count: 0 },
      { ID: String(joined._id), Role: 'moderator', New_Count: 0 },
    ]);
    expect(counts).toEqual({ memberships: 2, managed: 1 });
  });

  it('need a session', async () => {
    expect((await test.call(getSocietiesByUser, {})).status).toBe(401);
  });
});

describe("a person's societies", () => {
  type Privacy = UserDoc['privacy'];
  const withPrivacy = (over: Partial<Privacy>) =>
    build.buildUser({
      privacy: { profileVisibility: 'public', showEmail: false, showPhone: false, allowMessages: true, showSensitive: false, ...over },
    });
  const namesFor = async (user: UserDoc, token?: string) => {
    const { status, data } = await test.call(getSocietiesByUserPublic, { user_id: String(user._id) }, token);
    return status === 200 ? data.map(({ Name }) => Name.split(' ')[0]) : status;
  };
  async function joined(user: UserDoc): Promise<void> {
    const places = { Public: 'public', Private: 'private', Hidden: 'invite-only' } as const;
    for (const [name, visibility] of Object.entries(places))
      await build.buildMembership({ user, society: await build.buildSociety({ name: `${name} ${user._id}`, privacy: { visibility } }) });
    const sensitive = await build.buildSociety({ name: `Sensitive ${user._id}`, category: 'Religious' });
    await build.buildMembership({ user, society: sensitive });
    await build.buildConsent({ user, society: sensitive });
    const gone = await build.buildSociety({ name: `Gone ${user._id}`, removedAt: new Date() });
    await build.buildMembership({ user, society: gone });
  }

  it('are those that the reader may see, without sensitive ones', async () => {
    const user = await withPrivacy({});
    await joined(user);
    expect(await namesFor(user)).toEqual(['Public']);
    expect(await namesFor(user, await tokenOf('outsider', await build.buildSociety()))).toEqual(['Public']);
    expect(await namesFor(user, await test.tokenFor(user))).toEqual(['Hidden', 'Private', 'Public', 'Sensitive']);
    await Users.updateOne({ _id: user._id }, { $set: { 'privacy.showSensitive': true } });
    expect(await namesFor(user)).toEqual(['Public', 'Sensitive']);
  });

  it.each([
    ['invited', ['Public']],
    ['pending', ['Public']],
    ['member', ['Private', 'Public']],
    ['platform admin', ['Hidden', 'Private', 'Public']],
  ] as const)('of a private society are shown to its members alone: to the %s there %j', async (testRole, expected) => {
    const user = await withPrivacy({});
    await joined(user);
    const society = (await Societies.findOne({ name: `Private ${user._id}` }).lean())!;
    expect(await namesFor(user, await tokenOf(testRole, society))).toEqual(expected);
  });

  it.each([
    ['private', false, 403],
    ['friends', false, 403],
    ['friends', true, ['Public']],
  ] as const)('follow the privacy of a profile for %s; to a friend: %s', async (profileVisibility, isFriend, expected) => {
    const [user, reader] = [await withPrivacy({ profileVisibility }), await build.buildUser()];
    await joined(user);
    if (isFriend)
      for (const [from, to] of [
        [user, reader],
        [reader, user],
      ] as const)
        await build.buildFollow({ from, to });
    expect(await namesFor(user, await test.tokenFor(reader))).toEqual(expected);
  });

  it('are not found for a blocked reader, a deleted or an unknown person', async () => {
    const [user, reader, gone] = [await withPrivacy({}), await build.buildUser(), await build.buildUser({ deletedAt: new Date() })];
    await build.buildBlock({ from: user, to: reader });
    expect(await namesFor(user, await test.tokenFor(reader))).toBe(404);
    expect(await namesFor(gone)).toBe(404);
    expect((await test.call(getSocietiesByUserPublic, { user_id: 'f'.repeat(24) })).status).toBe(404);
  });

  it('are paged', async () => {
    const user = await withPrivacy({ showSensitive: true });
    await joined(user);
    await build.buildMembership({ user, society: await build.buildSociety({ name: `Open ${user._id}` }) });
    const first = await test.call(getSocietiesByUserPublic, { user_id: String(user._id), limit: 2 });
    expect([first.data.length, first.next === null]).toEqual([2, false]);
    const second = await test.call(getSocietiesByUserPublic, { user_id: String(user._id), limit: 2, cursor: first.next! });
    expect([second.data.map(({ Name }) => Name), second.next]).toEqual([[`Sensitive ${user._id}`], null]);
  });
});

describe('creating a society', () => {
  const societyInput = (name: string) => ({
    name,
    description: 'A society for those who like to test things.',
    category: 'Science' as const,
  });

  it('makes its creator the admin, and stores the input', async () => {
    const token = await test.tokenFor(await build.buildUser());
    const more = {
      visibility: 'private' as const,
      joinApproval: false,
      tags: ['Free', 'Free'],
      rules: 'Be kind.',
      contactEmail: 'a@b.example',
      website: 'https://b.example',
    };
    const { status, data: id } = await test.call(createSociety, { ...societyInput('Alpha club'), ...more }, token);
    expect(status).toBe(201);
    const { data } = await test.call(getSocietyInfo, { society_id: id }, token);
    expect(data).toMatchObject({
      Role: 'admin',
      Member_Count: 1,
      Privacy: { visibility: 'private', joinApproval: false, memberListVisible: true, eventsVisible: true },
      Permissions: { whoCanPost: 'all-members', whoCanCreateEvents: 'moderators', whoCanInvite: 'all-members' },
      Tags: ['Free'],
      Rules: 'Be kind.',
      Contact_Email: 'a@b.example',
      Website: 'https://b.example',
    });
  });

  it.each(['Religious', 'Political', 'Health & Wellness'] as const)('starts with hidden members in %s', async (category) => {
    const token = await test.tokenFor(await build.buildUser());
    const { data } = await test.call(createSociety, { ...societyInput(`About ${category}`), category }, token);
    expect((await Societies.findById(data).lean())?.privacy.memberListVisible).toBe(false);
  });

  it('accepts a name once, ignoring case, also in parallel', async () => {
    const tokens = await Promise.all([1, 2, 3].map(async () => test.tokenFor(await build.buildUser())));
    const answers = await Promise.all(
      ['Bëta club', 'BETA CLUB', 'beta  club'].map((name, at) => test.call(createSociety, societyInput(name), tokens[at])),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.error.code).toBe('name_taken');
    await Societies.updateOne({ nameFolded: 'beta club' }, { $set: { removedAt: new Date() }, $unset: { active: 1 } });
    expect((await test.call(createSociety, societyInput('Beta club'), tokens[0])).status).toBe(201);
  });

  it.each([
    ['no name', { name: ' ' }, 'name', 'Society name is required'],
    [
      'a name with hidden characters',
      { name: 'Gamma\u202e club' },
      'name',
      'This has hidden characters. Please type it instead of pasting it',
    ],
    ['a name with an address', { name: 'Win at evil.com' }, 'name', 'A name cannot contain a web or email address'],
    ['a contact that adds to a mail', { contactEmail: 'a?bcc=b@x.example' }, 'contactEmail', 'Please enter a valid email address'],
    ['a short name', { name: 'ab' }, 'name', 'Society name must be at least 3 characters'],
    ['no description', { description: '' }, 'description', 'Description is required'],
    ['a short description', { description: 'Too short' }, 'description', 'Description must be at least 20 characters'],
    ['no category', { category: '' }, 'category', 'Category is required'],
    ['an invalid address', { contactEmail: 'nobody' }, 'contactEmail', 'Please enter a valid email address'],
    ['an invalid website', { website: 'b.example' }, 'website', 'Please enter a valid website URL'],
  ])('refuses %s', async (_name, over, field, text) => {
    const { status, error } = await test.call(
      createSociety,
      { ...societyInput('Gamma club'), ...over },
      await test.tokenFor(await build.buildUser()),
    );
    expect([status, error.fields?.[field]]).toEqual([400, text]);
  });

  it('needs a session', async () => {
    expect((await test.call(createSociety, societyInput('Delta club'))).status).toBe(401);
  });
});
