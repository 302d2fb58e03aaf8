import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallResult, startTestApp, type TestApp } from '#gateway/testing/test-app';
import type { InputOf } from '#models/contract/define';
import { getAllMembers } from '#models/contract/member-list';
import type { Visibility } from '#models/contract/societies';
import { Memberships } from '#models/db/memberships';
import { newId } from '#models/db/model';
import { Societies, type SocietyDoc } from '#models/db/societies';
import type { UserDoc } from '#models/db/users';
import * as build from '#models/testing/builders';
import { testCells } from '#models/testing/cells';
import { membershipFields } from '#models/testing/fields';
import { buildPersonInRole, insiders, type TestRole, testRoles } from '#models/testing/test-roles';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

/** Contract.md, 'Who sees what of a society', for the list of members. */
function expected(testRole: TestRole, { visibility, memberListVisible }: { visibility: Visibility; memberListVisible: boolean }): number {
  if (testRole === 'suspended') return 401;
  if (insiders.includes(testRole)) return 200;
  if (visibility === 'invite-only') return testRole === 'invited' ? 403 : 404;
  return visibility === 'public' && memberListVisible && testRole !== 'visitor' ? 200 : 403;
}

const settings = (['public', 'private', 'invite-only'] as const).flatMap((visibility) =>
  [true, false].map((memberListVisible) => ({ visibility, memberListVisible })),
);
const rows = settings.flatMap((privacy) => testRoles.map((testRole) => ({ ...privacy, testRole, status: expected(testRole, privacy) })));

describe('who sees the list of members', () => {
  testCells(rows, ({ testRole, status }) => [testRole, status])(
    '$visibility, shown $memberListVisible: $testRole gets $status',
    async ({ visibility, memberListVisible, testRole, status }) => {
      const society = await build.buildSociety({ privacy: { visibility, memberListVisible } });
      const user = await buildPersonInRole(testRole, society);
      const answer = await test.call(getAllMembers, { society_id: String(society._id) }, user ? await test.tokenFor(user) : undefined);
      expect(answer.status).toBe(status);
    },
  );
});

let scenes = 0;

/** A society of Omar (its admin), Basma (moderator), and Clara, Dina and Eyad, in the order of joining. */
async function scene() {
  // Digits only after the name: the filter also matches an address that its reader may see.
  const named = async (name: string, over: Partial<UserDoc> = {}) =>
    build.buildUser({ name, email: `${name.toLowerCase()}.${++scenes}@uni.example`, ...over });
  const joined = (day: number) => ({ joinedAt: new Date(Date.UTC(2026, 0, day)) });
  const omar = await named('Omar');
  const society = await build.buildSociety({ admin: omar, createdAt: joined(1).joinedAt });
  const people: Record<string, UserDoc> = { Omar: omar };
  for (const [at, name] of ['Eyad', 'Dina', 'Basma', 'Clara'].entries()) {
    const shown = name === 'Dina' ? { privacy: { ...omar.privacy, showEmail: true } } : {};
    const user = await named(name, shown);
    people[name] = user;
    await build.buildMembership({ society, user, role: name === 'Basma' ? 'moderator' : 'member', ...joined(2 + at) });
  }
  return { society, people };
}

async function names(society: SocietyDoc, input: Partial<InputOf<typeof getAllMembers>>, token: string): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const answer: CallResult<typeof getAllMembers> = await test.call(
      getAllMembers,
      { society_id: String(society._id), ...input, cursor },
      token,
    );
    expect(answer.status).toBe(200);
    found.push(...answer.data.map(({ Name }) => Name));
    cursor = answer.next;
  }
  return found;
}

describe('the list of members', () => {
  it.each([
    ['by name', {}, ['Basma', 'Clara', 'Dina', 'Eyad', 'Omar']],
    ['by role, then name', { sort: 'role' }, ['Omar', 'Basma', 'Clara', 'Dina', 'Eyad']],
    ['by join date, the newest first', { sort: 'joined' }, ['Clara', 'Basma', 'Dina', 'Eyad', 'Omar']],
    ['of one role', { role: 'member', sort: 'joined' }, ['Clara', 'Dina', 'Eyad']],
    ['of one role, by role', { role: 'moderator', sort: 'role' }, ['Basma']],
    ['by a part of the name', { q: 'A' }, ['Basma', 'Clara', 'Dina', 'Eyad', 'Omar']],
    ['by a longer part', { q: 'na' }, ['Dina']],
    ['by text that nobody has', { q: 'zzz' }, []],
  ] as const)('is sorted and filtered %s, whole or in pages', async (_name, input, wanted) => {
    const { society, people } = await scene();
    const token = await test.tokenFor(people.Eyad!);
    expect(await names(society, input, token)).toEqual(wanted);
    expect(await names(society, { ...input, limit: 1 }, token)).toEqual(wanted);
    expect(await names(society, { ...input, limit: 2 }, token)).toEqual(wanted);
  });

  it('has every field, and the same counts on each page', async () => {
    const { society, people } = await scene();
    const input = { society_id: String(society._id), limit: 1, sort: 'joined', role: 'moderator' } as const;
    const { data, counts } = await test.call(getAllMembers, input, await test.tokenFor(people.Clara!));
    expect(counts).toEqual({ total: 5, admins: 1, moderators: 1 });
    const { _id, name, image } = people.Basma!;
    const Joined_At = '2026-01-04T00:00:00.000Z';
    const { rev } = (await Societies.findById(society._id).lean())!;
    expect(data).toEqual([{ ID: String(_id), Name: name, Email: null, Photo: image, Role: 'moderator', Joined_At, rev }]);
  });

  it('has a stable order among equal names', async () => {
    const { society, people } = await scene();
    for (let i = 0; i < 5; i++) await build.buildMembership({ society, user: await build.buildUser({ name: 'Dina' }) });
    const token = await test.tokenFor(people.Omar!);
    expect((await names(society, { limit: 2, sort: 'role' }, token)).filter((name) => name === 'Dina')).toHaveLength(6);
    expect((await names(society, { limit: 2 }, token)).filter((name) => name === 'Dina')).toHaveLength(6);
  });

  it.each([{ cursor: 'nonsense' }, { sort: 'email' }, { role: 'king' }, { limit: 0 }])('refuses %o', async (input) => {
    const { society, people } = await scene();
    const answer = await test.call(getAllMembers, { society_id: String(society._id), ...input }, await test.tokenFor(people.Omar!));
    expect(answer.status).toBe(400);
  });
});

describe('an e-mail address in the list of members', () => {
  /** Names of the members whose e-mail address this person sees. */
  async function readBy(society: SocietyDoc, token: string): Promise<string[]> {
    const { data } = await test.call(getAllMembers, { society_id: String(society._id) }, token);
    return data.filter(({ Email }) => Email !== null).map(({ Name }) => Name);
  }

  it("is shown to its owner, to the society's admins, and to all where its owner shows it", async () => {
    const { society, people } = await scene();
    const outsider = await build.buildUser();
    expect(await readBy(society, await test.tokenFor(people.Clara!))).toEqual(['Clara', 'Dina']);
    expect(await readBy(society, await test.tokenFor(people.Basma!))).toEqual(['Basma', 'Dina']);
    expect(await readBy(society, await test.tokenFor(outsider))).toEqual(['Dina']);
    expect(await readBy(society, await test.tokenFor(people.Omar!))).toEqual(['Basma', 'Clara', 'Dina', 'Eyad', 'Omar']);
    expect(await readBy(society, await test.tokenFor(await build.buildUser({ role: 'admin' })))).toHaveLength(5);
  });

  it.each([
    ['private', []],
    ['friends', ['a friend']],
  ] as const)('that a %s profile shows is visible with that profile: %s', async (profileVisibility, readers) => {
    const { society, people } = await scene();
    const privacy = { ...people.Dina!.privacy, profileVisibility };
    const user = await build.buildUser({ name: 'Zaid', privacy });
    await build.buildMembership({ society, user });
    const [friend, follower] = [await build.buildUser(), await build.buildUser()];
    await build.buildFollow({ from: friend, to: user });
    await build.buildFollow({ from: user, to: friend });
    await build.buildFollow({ from: follower, to: user });
    const reads = async (person: UserDoc) => (await readBy(society, await test.tokenFor(person))).includes('Zaid');
    expect([await reads(friend), await reads(follower)]).toEqual([(readers as readonly string[]).includes('a friend'), false]);
  });

  it('is hidden where there is a block with its owner', async () => {
    const { society, people } = await scene();
    const reader = await build.buildUser();
    await build.buildBlock({ from: people.Dina!, to: reader });
    expect(await readBy(society, await test.tokenFor(reader))).toEqual([]);
  });

  it('does not find people who hide it', async () => {
    const { society, people } = await scene();
    const find = async (q: string, by: UserDoc) => names(society, { q }, await test.tokenFor(by));
    expect(await find(people.Eyad!.email, people.Clara!)).toEqual([]);
    expect(await find(people.Dina!.email.toUpperCase(), people.Clara!)).toEqual(['Dina']);
    expect(await find(people.Eyad!.email, people.Omar!)).toEqual(['Eyad']);
    expect(await find('@uni.example', people.Clara!)).toEqual(['Clara', 'Dina']);
  });
});

describe('the list of an open sensitive society', () => {
  const privacy = { visibility: 'public', memberListVisible: true } as const;

  it('is read for outsiders from those who agreed to be named, however many others there are', async () => {
    const society = await build.buildSociety({ category: 'Religious', privacy });
    const silent = Array.from({ length: 450 }, () => membershipFields('Amal', { society: society._id, user: newId() }));
    await Memberships.insertMany(silent);
    const agreed: string[] = [];
    for (const name of ['Zaid', 'Zeina']) {
      const user = await build.buildUser({ name });
      await build.buildMembership({ society, user });
      await build.buildConsent({ society, user });
      agreed.push(name);
    }
    const token = await test.tokenFor(await build.buildUser());
    let reads = 0;
    mongoose.set('debug', (collection: string, method: string) => {
      if (collection === Memberships.collection.name && method === 'find') reads++;
    });
    expect(await names(society, { sort: 'name' }, token)).toEqual(agreed);
    mongoose.set('debug', false);
    // The viewer's own memberships, and one batch.
    expect(reads).toBeLessThanOrEqual(2);
    expect(await names(society, { sort: 'role', q: 'zei' }, token)).toEqual(['Zeina']);
  });
});
