import { beforeEach, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { createPost, getAllPosts, getPostsBySociety, type Post } from '#models/contract/posts';
import type { SocietyPermissions } from '#models/contract/societies';
import { Posts } from '#models/db/posts';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { type UserDoc, Users } from '#models/db/users';
import {
  buildBan,
  buildBlock,
  buildInvitation,
  buildLike,
  buildMember,
  buildPost,
  buildSociety,
  buildUser,
} from '#models/testing/builders';

const test = setUpTestApp();

const contents = (posts: Post[]) => posts.map((post) => post.Content);

describe('the feed', () => {
  let open: SocietyDoc;
  let own: SocietyDoc;
  let reader: string;
  let readerDoc: UserDoc;
  beforeEach(async () => {
    await Posts.deleteMany({});
    open = await buildSociety();
    own = await buildSociety({ privacy: { visibility: 'private' } });
    const hidden = await buildSociety({ privacy: { visibility: 'invite-only' } });
    readerDoc = await buildMember(own);
    reader = await test.tokenFor(readerDoc);
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    await buildPost({ society: open, content: 'open, old', createdAt: at(5) });
    await buildPost({ society: own, content: 'own', createdAt: at(4) });
    await buildPost({ society: hidden, content: 'hidden', createdAt: at(3) });
    await buildPost({ society: open, content: 'open, new', createdAt: at(2) });
    await buildPost({ society: open, content: 'removed', createdAt: at(1), removedAt: new Date() });
  });

  it('shows a member open posts and those of own societies, newest first', async () => {
    const { data } = await test.call(getAllPosts, {}, reader);
    expect(contents(data)).toEqual(['open, new', 'own', 'open, old']);
  });

  it('shows a visitor open posts', async () => {
    expect(contents((await test.call(getAllPosts, {})).data)).toEqual(['open, new', 'open, old']);
  });

  it('pages without gaps or duplicates, also with new posts between two pages and equal times', async () => {
    const same = new Date(Date.now() - 10 * 60_000);
    for (let i = 0; i < 5; i++) await buildPost({ society: open, content: `tie ${i}`, createdAt: same });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await test.call(getAllPosts, { limit: 2, ...(cursor ? { cursor } : {}) }, reader);
      seen.push(...contents(page.data));
      await buildPost({ society: open, content: 'arrived meanwhile', createdAt: new Date() });
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(seen.slice(0, 3)).toEqual(['open, new', 'own', 'open, old']);
    expect(seen.slice(3).toSorted()).toEqual(['tie 0', 'tie 1', 'tie 2', 'tie 3', 'tie 4']);
  });

  it('leaves out authors with a block with the reader, whoever set it', async () => {
    const author = await buildMember(open);
    await buildPost({ society: open, author, content: 'blocked' });
    await buildBlock({ from: author, to: readerDoc });
    expect(contents((await test.call(getAllPosts, {}, reader)).data)).not.toContain('blocked');
    expect(contents((await test.call(getAllPosts, {})).data)).toContain('blocked');
  });

  it('does not leak posts of a society that was just made private', async () => {
    await Societies.updateOne({ _id: open._id }, { $set: { 'privacy.visibility': 'private' } });
    expect(contents((await test.call(getAllPosts, {}, reader)).data)).toEqual(['own']);
  });

  it('has the reader’s likes and rights', async () => {
    const post = await buildPost({ society: own, author: readerDoc, content: 'mine' });
    await buildLike({ post, user: readerDoc });
    const [first] = (await test.call(getAllPosts, { limit: 1 }, reader)).data;
    expect(first).toMatchObject({
      Content: 'mine',
      Is_Liked: true,
      Likes: 1,
      User: String(readerDoc._id),
      User_Role: 'member',
      Can: { edit: true, delete: true, report: false },
    });
  });

  it.each([
    ['limit', '0'],
    ['limit', '101'],
    ['limit', 'x'],
    ['cursor', 'nonsense'],
  ])('refuses %s=%s', async (field, value) => {
    const { status, error } = await test.call(getAllPosts, { [field]: value }, reader);
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]]);
  });
});

/** Readers of a society's posts, by its visibility. */
const readers = ['visitor', 'outsider', 'invited', 'banned', 'member', 'moderator', 'admin', 'platform admin'] as const;
type Reader = (typeof readers)[number];

async function tokenOf(reader: Reader, society: SocietyDoc): Promise<string | undefined> {
  if (reader === 'visitor') return undefined;
  if (reader === 'member' || reader === 'moderator' || reader === 'admin') return test.tokenFor(await buildMember(society, reader));
  const user = await buildUser();
  if (reader === 'invited') await buildInvitation({ society, user });
  if (reader === 'banned') await buildBan({ society, user });
  if (reader === 'platform admin') await Users.updateOne({ _id: user._id }, { $set: { role: 'admin' } });
  return test.tokenFor(user);
}

const inside: Reader[] = ['member', 'moderator', 'admin', 'platform admin'];
const cells = (['public', 'private', 'invite-only'] as const).flatMap((visibility) =>
  readers.map((reader) => {
    const mayRead = visibility === 'public' || inside.includes(reader);
    const seesHeader = mayRead || visibility === 'private' || reader === 'invited';
    return [visibility, reader, mayRead ? 200 : seesHeader ? 403 : 404] as const;
  }),
);

describe('the posts of a society', () => {
  it.each(cells)('%s society, %s: %i', { tags: ['generated'] }, async (visibility, reader, expected) => {
    const society = await buildSociety({ privacy: { visibility } });
    await buildPost({ society });
    const { status } = await test.call(getPostsBySociety, { society_id: String(society._id) }, await tokenOf(reader, society));
    expect(status).toBe(expected);
  });
});

const writers: [SocietyPermissions['whoCanPost'], Reader, number][] = [
  ['all-members', 'outsider', 403],
  ['all-members', 'banned', 403],
  ['all-members', 'visitor', 401],
  ['all-members', 'member', 201],
  ['all-members', 'platform admin', 201],
  ['moderators', 'member', 403],
  ['moderators', 'moderator', 201],
  ['admins', 'moderator', 403],
  ['admins', 'admin', 201],
];

describe('creating a post', () => {
  it.each(writers)('whoCanPost %s, %s: %i', async (whoCanPost, writer, expected) => {
    const society = await buildSociety({ permissions: { whoCanPost } });
    const { status } = await test.call(createPost, { society_id: String(society._id), content: 'Hello' }, await tokenOf(writer, society));
    expect(status).toBe(expected);
  });

  it('returns the post, and the society counts it', async () => {
    const society = await buildSociety();
    const author = await buildMember(society);
    const { data } = await test.call(
      createPost,
      { society_id: String(society._id), content: '  Hello  ', image: '' },
      await test.tokenFor(author),
    );
    expect(data).toMatchObject({
      Content: 'Hello',
      Likes: 0,
      CommentsCount: 0,
      Society_Name: society.name,
      User_Name: author.name,
      Is_Liked: false,
    });
    expect((await Societies.findById(society._id).lean())?.posts).toBe(1);
  });

  it.each([
    ['content', '   ', 'Please write something.'],
    ['content', 'x'.repeat(5001), 'This is too long'],
    ['image', 'javascript:alert(1)', 'Please enter an image address'],
    ['image', '//elsewhere.example/x.png', 'Please enter an image address'],
    ['society_id', 'not-an-id', 'This id is not valid'],
  ])('refuses %s %.20j', async (field, value, text) => {
    const society = await buildSociety();
    const token = await test.tokenFor(await buildMember(society));
    const { status, error } = await test.call(createPost, { society_id: String(society._id), content: 'Hello', [field]: value }, token);
    expect([status, error.fields?.[field]]).toEqual([400, text]);
  });
});
