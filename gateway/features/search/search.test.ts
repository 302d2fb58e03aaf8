import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { searchAll } from '#models/contract/search';
import { Events } from '#models/db/events';
import { clearReadCache } from '#models/db/loader';
import { Posts } from '#models/db/posts';
import { Societies } from '#models/db/societies';
import { type UserDoc, Users } from '#models/db/users';
import { buildBlock, buildEvent, buildFollow, buildMembership, buildPost, buildSociety, buildUser } from '#models/testing/builders';

const test = setUpTestApp();

const dayMs = 86_400_000;
let serial = 0;
/** A word that no other test uses. */
const word = (): string => `zq${(serial++).toString(36).padStart(2, '0')}xw`;

interface Asked {
  kind?: 'societies' | 'events' | 'posts' | 'people';
  limit?: number;
  cursor?: string;
}
const ask = async (q: string, token?: string, more: Asked = {}) => {
  const { status, data, next, counts, error } = await test.call(searchAll, { q, ...more }, token);
  const ids = (of: { ID: string }[] | undefined) => of?.map(({ ID }) => ID) ?? [];
  const found = { societies: ids(data?.societies), events: ids(data?.events), posts: ids(data?.posts), people: ids(data?.people) };
  return { status, data, next, counts, error, ...found };
};
const idOf = ({ _id }: { _id: unknown }): string => String(_id);

describe('search finds', () => {
  it('societies by name, description and category, the largest first', async () => {
    const w = word();
    const named = await buildSociety({ name: `The ${w} club`, members: 3 });
    const described = await buildSociety({ description: `All about ${w.toUpperCase()} and more`, members: 9 });
    const { societies, counts } = await ask(w);
    expect([societies, counts.societies]).toEqual([[idOf(described), idOf(named)], 2]);
    expect((await ask('ENTREPRENEUR')).societies).toEqual([]);
    const category = await buildSociety({ category: 'Entrepreneurship' });
    expect((await ask('ENTREPRENEUR')).societies).toContain(idOf(category));
  });

  it('events by title, description and place: coming ones first, then the last past ones', async () => {
    const w = word();
    const society = await buildSociety();
    const at = (days: number, over: object) => buildEvent({ society, startsAt: new Date(Date.now() + days * dayMs), ...over });
    const long = await at(-9, { title: `${w} long ago` });
    const later = await at(9, { description: `with ${w}` });
    const soon = await at(2, { location: `Hall ${w}` });
    const lately = await at(-3, { title: `${w} lately` });
    expect((await ask(w, undefined, { limit: 10 })).events).toEqual([soon, later, lately, long].map(idOf));
  });

  it('posts by text, and the newest posts of societies with the name, newest first', async () => {
    const w = word();
    const society = await buildSociety({ name: `Friends of ${w}` });
    const inside = await buildPost({ society, content: 'Not a word of it', createdAt: new Date(Date.now() - 2000) });
    const matching = await buildPost({ content: `We saw ${w}s, many of them`, createdAt: new Date(Date.now() - 1000) });
    const { posts, counts } = await ask(w);
    expect([posts, counts.posts]).toEqual([[idOf(matching), idOf(inside)], 2]);
  });

  it('texts inside of words, and phrases', async () => {
    const w = word();
    const post = await buildPost({ content: `pre${w}post and more` });
    expect((await ask(w)).posts).toEqual([idOf(post)]);
    expect((await ask(`e${w}post AND mo`)).posts).toEqual([idOf(post)]);
    expect((await ask(`${w} more`)).posts).toEqual([]);
  });

  it('people by any part of their name, in the order of their names', async () => {
    const w = word();
    const [zaid, omar] = [await buildUser({ name: `Zaid ${w}` }), await buildUser({ name: `Omar Al${w}` })];
    expect((await ask(w)).people).toEqual([idOf(omar), idOf(zaid)]);
    expect((await ask(`zaid ${w.slice(0, 2)}`)).people).toEqual([idOf(zaid)]);
    expect((await ask(w.slice(0, 2), undefined, { limit: 100 })).people).toContain(idOf(zaid));
    expect((await ask(omar.email)).people).toEqual([]);
  });

  it.each([
    ['alef and hamza', 'أحمد', 'احمد'],
    ['ta marbuta', 'جامعة البترا', 'جامعه البترا'],
    ['alef maqsura', 'مصطفى', 'مصطفي'],
    ['diacritics', 'مُحَاضَرَة', 'محاضره'],
    ['tatweel', 'مرحبـــا بكم', 'مرحبا بكم'],
    ['case and accents', 'Café ÉLAN', 'cafe elan'],
  ])('with and without %s alike', async (_name, written, asked) => {
    const w = word();
    const society = await buildSociety({ name: `${written} ${w}` });
    const post = await buildPost({ content: `${w} ${asked}` });
    const person = await buildUser({ name: `${written} ${w}` });
    for (const q of [`${asked} ${w}`, `${written} ${w}`]) {
      const found = await ask(q);
      expect([found.societies, found.people]).toEqual([[idOf(society)], [idOf(person)]]);
    }
    for (const q of [`${w} ${written}`, `${w} ${asked}`]) expect((await ask(q)).posts).toEqual([idOf(post)]);
  });

  it('a rare word however old, also where its beginning is common', async () => {
    const w = word();
    const society = await buildSociety();
    const old = await buildPost({ society, content: `${w}rare thing`, createdAt: new Date(Date.now() - 900 * dayMs) });
    await Posts.insertMany(
      Array.from({ length: 80 }, (_, at) => ({
        society: society._id,
        author: old.author,
        content: `${w}common ${at}`,
        createdAt: new Date(),
        activeAt: new Date(),
        open: true,
        words: [`${w}common`, String(at)],
      })),
    );
    expect((await ask(`${w}rare`)).posts).toEqual([idOf(old)]);
    expect((await ask(w)).counts.posts).toBe(81);
    expect((await ask(`${w}common`)).counts.posts).toBe(80);
  });

  it('nothing for an empty query', async () => {
    const { status, counts, next } = await ask('  ');
    expect([status, counts, next]).toEqual([200, { societies: 0, events: 0, posts: 0, people: 0, at_least: [] }, null]);
  });
});

describe('pages of search results', () => {
  it('have three of each kind, and the counts', async () => {
    const w = word();
    const society = await buildSociety();
    for (let i = 0; i < 5; i++) await buildPost({ society, content: `${w} ${i}` });
    const { posts, counts, next } = await ask(w);
    expect([posts.length, counts.posts, next]).toEqual([3, 5, null]);
    expect((await ask(w, undefined, { limit: 4 })).posts).toHaveLength(4);
  });

  it.each(['societies', 'events', 'posts', 'people'] as const)('have %s alone, in pages, each once', async (kind) => {
    const w = word();
    const society = await buildSociety();
    const startsAt = (i: number): Date => new Date(Date.now() + (i % 2 ? 3 : -3) * dayMs);
    const make = {
      societies: (i: number) => buildSociety({ name: `${w} ${i}`, members: i % 2 }),
      events: (i: number) => buildEvent({ society, title: w, startsAt: startsAt(i) }),
      posts: () => buildPost({ society, content: w, createdAt: new Date(1e12) }),
      people: () => buildUser({ name: w }),
    };
    const made = [];
    for (let i = 0; i < 5; i++) made.push(idOf(await make[kind](i)));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await ask(w, undefined, { kind, limit: 2, ...(cursor ? { cursor } : {}) });
      expect(page.counts[kind]).toBe(5);
      seen.push(...page[kind]);
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(seen).toHaveLength(5);
    expect(seen.toSorted()).toEqual(made.toSorted());
  });

  it('refuse the cursor of another kind, or without a kind', async () => {
    const w = word();
    const society = await buildSociety();
    for (let i = 0; i < 2; i++) await buildPost({ society, content: w });
    const { next } = await ask(w, undefined, { kind: 'posts', limit: 1 });
    const cursor = next ?? '';
    expect((await ask(w, undefined, { kind: 'people', cursor })).status).toBe(400);
    expect((await ask(w, undefined, { cursor })).status).toBe(400);
    expect((await ask(w, undefined, { kind: 'posts', cursor })).status).toBe(200);
  });
});

describe('search shows only what the caller may see', () => {
  it.each([
    ['public', ['visitor', 'outsider', 'member'], ['visitor', 'outsider', 'member']],
    ['private', ['visitor', 'outsider', 'member'], ['member']],
    ['invite-only', ['member'], ['member']],
  ] as const)('of a %s society', async (visibility, seesHeader, seesInside) => {
    const w = word();
    const society = await buildSociety({ name: `Club ${w}`, privacy: { visibility } });
    const post = await buildPost({ society, content: `Post ${w}` });
    const event = await buildEvent({ society, title: `Event ${w}` });
    const member = await buildUser();
    await buildMembership({ society, user: member });
    const tokens = { visitor: undefined, outsider: await test.tokenFor(await buildUser()), member: await test.tokenFor(member) };
    for (const who of ['visitor', 'outsider', 'member'] as const) {
      const { societies, posts, events, counts } = await ask(w, tokens[who]);
      const [header, inside] = [(seesHeader as readonly string[]).includes(who), (seesInside as readonly string[]).includes(who)];
      expect([who, societies, posts, events]).toEqual([
        who,
        header ? [idOf(society)] : [],
        inside ? [idOf(post)] : [],
        inside ? [idOf(event)] : [],
      ]);
      expect(counts).toMatchObject({ societies: Number(header), posts: Number(inside), events: Number(inside), people: 0 });
    }
  });

  it('as soon as a society changes, though its posts and events are still marked open', async () => {
    const w = word();
    const society = await buildSociety();
    await buildPost({ society, content: w });
    await buildEvent({ society, title: w });
    expect((await ask(w)).counts).toMatchObject({ posts: 1, events: 1 });
    await Societies.updateOne({ _id: society._id }, { $set: { 'privacy.eventsVisible': false } });
    clearReadCache();
    expect((await ask(w)).counts).toMatchObject({ posts: 1, events: 0 });
    await Societies.updateOne({ _id: society._id }, { $set: { 'privacy.visibility': 'private' } });
    clearReadCache();
    expect((await ask(w)).counts).toMatchObject({ posts: 0, events: 0 });
  });

  it('no posts by and no people with a block, whoever set it', async () => {
    const w = word();
    const [me, other] = [await buildUser(), await buildUser({ name: `Person ${w}` })];
    await buildPost({ author: other, content: `Post ${w}` });
    const token = await test.tokenFor(me);
    expect((await ask(w, token)).counts).toMatchObject({ posts: 1, people: 1 });
    await buildBlock({ from: other, to: me });
    expect((await ask(w, token)).counts).toMatchObject({ posts: 0, people: 0 });
  });

  it('people whose profile is open to the caller', async () => {
    const w = word();
    const [me, hidden, friend] = [await buildUser(), await buildUser({ name: `Hidden ${w}` }), await buildUser({ name: `Friend ${w}` })];
    const set = (user: UserDoc, profileVisibility: 'private' | 'friends') =>
      Users.updateOne({ _id: user._id }, { $set: { 'privacy.profileVisibility': profileVisibility } });
    await set(hidden, 'private');
    await set(friend, 'friends');
    const token = await test.tokenFor(me);
    expect((await ask(w, token)).people).toEqual([]);
    await buildFollow({ from: me, to: friend });
    await buildFollow({ from: friend, to: me });
    expect((await ask(w, token)).people).toEqual([idOf(friend)]);
    expect((await ask(w, await test.tokenFor(hidden))).people).toEqual([idOf(hidden)]);
    expect((await ask(w)).people).toEqual([]);
  });

  it('nothing that was removed', async () => {
    const w = word();
    const society = await buildSociety({ name: w });
    const post = await buildPost({ content: w });
    const event = await buildEvent({ title: w });
    const [deleted, suspended] = [await buildUser({ name: w }), await buildUser({ name: w })];
    expect((await ask(w)).counts).toMatchObject({ societies: 1, posts: 1, events: 1, people: 2 });
    const removedAt = new Date();
    await Societies.updateOne({ _id: society._id }, { $set: { removedAt }, $unset: { active: 1 } });
    await Posts.updateOne({ _id: post._id }, { $set: { removedAt } });
    await Events.updateOne({ _id: event._id }, { $set: { removedAt } });
    await Users.updateOne({ _id: deleted._id }, { $set: { deletedAt: removedAt } });
    await Users.updateOne({ _id: suspended._id }, { $set: { suspendedAt: removedAt } });
    clearReadCache();
    expect((await ask(w)).counts).toMatchObject({ societies: 0, posts: 0, events: 0, people: 0 });
  });
});

/** Reads every page of one kind; `between` runs after the first. */
async function readAll(q: string, kind: 'events' | 'posts' | 'societies', limit: number, between?: () => Promise<unknown>) {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await ask(q, undefined, { kind, limit, ...(cursor ? { cursor } : {}) });
    ids.push(...page[kind]);
    if (!cursor) await between?.();
    cursor = page.next ?? undefined;
  } while (cursor);
  return ids;
}

/** Copies of a post, one second apart, the newest first. */
const copiesOf = async (post: { _id: unknown }, howMany: number, over: (at: number) => object, from = new Date()) => {
  const { _id, ...fields } = await Posts.findById(post._id).lean().orFail();
  const made = await Posts.insertMany(
    Array.from({ length: howMany }, (_, at) => ({ ...fields, createdAt: new Date(from.getTime() - at * 1000), ...over(at) })),
  );
  return made.map(idOf);
};

describe('counts and pages of many results', () => {
  it('count all posts of a society whose name matches, and reach each once while new ones arrive', async () => {
    const w = word();
    const society = await buildSociety({ name: `Friends of ${w}` });
    const first = await buildPost({ society, content: 'Hello' });
    const others = await copiesOf(first, 240, () => ({}), new Date(Date.now() - 60_000));
    expect((await ask(w)).counts).toMatchObject({ posts: 241, at_least: [] });
    const found = await readAll(w, 'posts', 50, () => buildPost({ society, content: `${w} again` }));
    expect(found).toEqual([idOf(first), ...others]);
  });

  it('report that there may be more than the thousand that are counted, and continue beyond them', { tags: ['long'] }, async () => {
    const w = word();
    const society = await buildSociety({ name: `Friends of ${w}` });
    const first = await buildPost({ society, content: 'Hello' });
    const others = await copiesOf(first, 1100, () => ({}), new Date(Date.now() - 60_000));
    const older = await buildPost({ content: `${w} far back`, createdAt: new Date(Date.now() - 30 * dayMs) });
    const { counts } = await ask(w);
    expect([counts.posts, counts.at_least]).toEqual([1000, ['posts']]);
    expect(await readAll(w, 'posts', 100)).toEqual([idOf(first), ...others, idOf(older)]);
  });

  it('reach a text inside of words behind two thousand newer posts, also when a newer post begins with it', async () => {
    const w = word();
    const society = await buildSociety();
    const newest = await buildPost({ society, content: `pre${w} now` });
    await copiesOf(newest, 2100, () => ({ content: 'Filler', words: ['filler'] }), new Date(Date.now() - 20 * dayMs));
    const old = await buildPost({ society, content: `pre${w} then`, createdAt: new Date(Date.now() - 700 * dayMs) });
    expect((await ask(w)).counts).toMatchObject({ posts: 1, at_least: ['posts'] });
    const found = await readAll(w, 'posts', 1, () => buildPost({ society, content: `${w} begins` }));
    expect(found).toEqual([idOf(newest), idOf(old)]);
  });

  it('count the posts of a society whose name has the text inside of a word, however old', async () => {
    const w = word();
    const society = await buildSociety({ name: `Friends of pre${w}` });
    const first = await buildPost({ society, content: 'Hello' });
    await copiesOf(first, 20, () => ({}), new Date(Date.now() - 800 * dayMs));
    expect((await ask(w)).counts).toMatchObject({ posts: 21, at_least: ['posts'] });
    expect(await readAll(w, 'posts', 10)).toHaveLength(21);
  });

  it('reach the posts of every society where more names match than are read by their index', { tags: ['long'] }, async () => {
    const w = word();
    const made = [];
    for (let i = 0; i < 22; i++) made.push(idOf(await buildPost({ society: await buildSociety({ name: `${w} ${i}` }), content: 'Hello' })));
    expect((await readAll(w, 'posts', 10)).toSorted()).toEqual(made.toSorted());
  });

  it('reach past events behind the three hundred newest', { tags: ['long'] }, async () => {
    const w = word();
    const built = await buildEvent({ title: w, startsAt: new Date(Date.now() - 3 * dayMs) });
    const coming = await buildEvent({ title: w, startsAt: new Date(Date.now() + 3 * dayMs) });
    const { _id, ...fields } = await Events.findById(built._id).lean().orFail();
    // Pairs share a start, to test the order of equals.
    const copies = Array.from({ length: 330 }, (_, at) => ({
      ...fields,
      startsAt: new Date(Date.now() - (4 + Math.floor(at / 2)) * dayMs),
    }));
    const made = (await Events.insertMany(copies)).map(idOf);
    const { counts } = await ask(w);
    expect([counts.at_least.includes('events'), counts.events < 332]).toEqual([true, true]);
    const found = await readAll(w, 'events', 40);
    expect(found[0]).toBe(idOf(coming));
    expect(found.toSorted()).toEqual([...made, idOf(built), idOf(coming)].toSorted());
  });
});
