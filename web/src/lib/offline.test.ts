import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aUser } from '@/testing/fixtures';

const [layla, omar] = [aUser(), aUser()];
const society = 'a'.repeat(24);
const ids = { open: '1'.repeat(24), inside: '2'.repeat(24), comment: '3'.repeat(24) };
interface Post {
  ID: string;
  Society_ID: string;
  rev: number;
}
const onLine = vi.spyOn(navigator, 'onLine', 'get');

/** The page as it is loaded: nothing is left of an earlier one but what the browser keeps. */
async function visit() {
  vi.resetModules();
  const [{ queryClient }, entities, session, token, connection, offline, cache, rights, storage] = await Promise.all([
    import('./query'),
    import('./entities'),
    import('./session'),
    import('./token'),
    import('./connection'),
    import('./offline'),
    import('./offline-cache'),
    import('./offline-rights'),
    import('./offline-storage'),
  ]);
  const { ApiError } = await import('./api-error');
  const posts = entities.createEntities<Post>({ name: 'posts', byRev: [] });
  const ask = (queryKey: unknown[], answer: () => Promise<unknown>, meta = {}) =>
    queryClient.fetchQuery({ queryKey, queryFn: answer, meta: { failure: false, ...meta }, retry: false });
  return {
    ...entities,
    ...session,
    ...token,
    ...connection,
    ...cache,
    ...rights,
    ...storage,
    ...offline,
    queryClient,
    posts,
    ask,
    unreached: () => Promise.reject(new ApiError(0, 'offline', '')),
    refusal: () => Promise.reject(new ApiError(404, 'not_found', '')),
    /** What a component would show that asks for this now. */
    shown: (queryKey: unknown[]) => queryClient.getQueryCache().build(queryClient, queryClient.defaultQueryOptions({ queryKey })).state,
  };
}
type Visit = Awaited<ReturnType<typeof visit>>;

function isSignedIn({ saveToken: keepToken, saveOwner: keepOwner, useSession }: Visit, user = layla): void {
  keepToken('good', true);
  keepOwner('good', user);
  useSession.setState({ status: 'in', user, unreached: false });
}

/** A visit online in which a list of posts was seen, and its end. */
async function sawPosts(user: typeof layla | null = layla): Promise<Visit> {
  onLine.mockReturnValue(true);
  const seen = await visit();
  if (user) isSignedIn(seen, user);
  else seen.useSession.setState({ status: 'out', user: null, unreached: false });
  seen.startOfflineCache();
  await seen.ask(['posts', 'feed'], async () =>
    seen.posts.merge([
      { ID: ids.open, Society_ID: 'other', rev: 1 },
      { ID: ids.inside, Society_ID: society, rev: 1 },
    ]),
  );
  await seen.flushOfflineCache();
  return seen;
}

/** The next visit, without a network. */
async function offlineVisit(): Promise<Visit> {
  onLine.mockReturnValue(false);
  const next = await visit();
  await next.startOffline();
  return next;
}

beforeEach(async () => {
  const { eraseRecords } = await visit();
  await eraseRecords();
});

describe('without a network, after a reload', () => {
  it('shows what was last seen of an answer and of the things in it', async () => {
    await sawPosts();
    const { posts, shown } = await offlineVisit();
    expect(shown(['posts', 'feed'])).toMatchObject({ status: 'success', data: [ids.open, ids.inside] });
    expect(posts.get(ids.inside)).toEqual({ ID: ids.inside, Society_ID: society, rev: 1 });
  });

  it('shows things as live messages left them, not as they were fetched', async () => {
    const seen = await sawPosts();
    seen.posts.patch(ids.open, { rev: 5 });
    await seen.flushOfflineCache();
    expect((await offlineVisit()).posts.get(ids.open)?.rev).toBe(5);
  });

  it('shows them in features that are loaded later too', async () => {
    await sawPosts();
    const { createEntities } = await offlineVisit();
    expect(createEntities<Post>({ name: 'posts' }).get(ids.open)?.ID).toBe(ids.open);
  });

  it('says of when it is', async () => {
    const before = Date.now();
    await sawPosts();
    const { shown } = await offlineVisit();
    expect(shown(['posts', 'feed']).dataUpdatedAt).toBeGreaterThanOrEqual(before);
  });

  it('has it asked for again when the server is back, and no failure said meanwhile', async () => {
    await sawPosts();
    const next = await offlineVisit();
    await expect(next.ask(['posts', 'feed'], next.unreached)).rejects.toThrow();
    expect(next.shown(['posts', 'feed'])).toMatchObject({ status: 'success', error: null, isInvalidated: true });
  });

  it('keeps what a visitor saw', async () => {
    await sawPosts(null);
    expect((await offlineVisit()).shown(['posts', 'feed']).data).toEqual([ids.open, ids.inside]);
  });

  it('does not show an answer that is not to be kept', async () => {
    const seen = await sawPosts();
    await seen.ask(['reports'], async () => ['secret'], { persist: false });
    await seen.flushOfflineCache();
    expect((await offlineVisit()).shown(['reports']).data).toBeUndefined();
  });

  it('does not show what the server has refused since', async () => {
    const seen = await sawPosts();
    await expect(seen.ask(['posts', 'feed'], seen.refusal)).rejects.toThrow();
    seen.posts.drop(ids.inside);
    await seen.flushOfflineCache();
    const { shown, posts } = await offlineVisit();
    expect(shown(['posts', 'feed']).data).toBeUndefined();
    expect([posts.get(ids.inside), posts.get(ids.open)?.ID]).toEqual([undefined, ids.open]);
  });
});

describe('with a network', () => {
  it('shows nothing of an earlier visit', async () => {
    await sawPosts();
    const next = await visit();
    isSignedIn(next);
    await next.startOffline();
    expect(next.shown(['posts', 'feed']).data).toBeUndefined();
  });

  it('shows it where the server does not answer, and never over what is newer', async () => {
    await sawPosts();
    const next = await visit();
    isSignedIn(next);
    await next.startOffline();
    next.posts.merge([{ ID: ids.open, Society_ID: 'other', rev: 9 }]);
    await expect(next.ask(['posts', 'feed'], next.unreached)).rejects.toThrow();
    await vi.waitFor(() => expect(next.shown(['posts', 'feed']).data).toEqual([ids.open, ids.inside]));
    expect(next.posts.get(ids.open)?.rev).toBe(9);
  });
});

describe('what is kept is erased', () => {
  const left = async ({ readRecords }: Visit) => (await readRecords()).length;

  it('at sign-out', async () => {
    const seen = await sawPosts();
    vi.stubGlobal('fetch', async () => new Response('{}'));
    seen.signOut();
    await vi.waitFor(async () => expect(await left(seen)).toBe(0));
  });

  it('when the session has ended, and nothing of the page that stays is kept again', async () => {
    const seen = await sawPosts();
    seen.expireToken();
    seen.posts.patch(ids.open, { rev: 7 });
    await seen.flushOfflineCache();
    expect(await left(seen)).toBe(0);
  });

  it('when somebody else comes, who never sees it', async () => {
    await sawPosts();
    onLine.mockReturnValue(false);
    const next = await visit();
    isSignedIn(next, omar);
    await next.startOffline();
    expect([next.shown(['posts', 'feed']).data, next.posts.get(ids.open)]).toEqual([undefined, undefined]);
    next.startOfflineCache();
    await next.flushOfflineCache();
    expect(await left(next)).toBe(0);
  });

  it('when a visitor comes after a person, also without a network', async () => {
    const seen = await sawPosts();
    localStorage.clear();
    const next = await offlineVisit();
    expect(next.shown(['posts', 'feed']).data).toBeUndefined();
    next.startOfflineCache();
    await next.flushOfflineCache();
    expect(await left(seen)).toBe(0);
  });

  it('when another build wrote it', async () => {
    const seen = await sawPosts();
    await seen.writeRecords({ owner: layla.ID, build: '/assets/another.js' }, []);
    const next = await offlineVisit();
    expect(next.shown(['posts', 'feed']).data).toBeUndefined();
    next.startOfflineCache();
    await next.flushOfflineCache();
    expect(await next.readHead()).not.toMatchObject({ build: '/assets/another.js' });
  });

  it('after a week', async () => {
    const seen = await sawPosts();
    expect(await seen.readRecords(Date.now() + 6 * 86_400_000)).not.toEqual([]);
    expect(await seen.readRecords(Date.now() + 8 * 86_400_000)).toEqual([]);
    expect(await left(seen)).toBe(0);
  });

  it('where it is the oldest of too much', async () => {
    const seen = await sawPosts();
    const many = Array.from({ length: 250 }, (_, nth) => ({ kind: 'query' as const, name: `q${nth}`, value: {}, at: Date.now() + nth }));
    await seen.writeRecords({ owner: layla.ID, build: 'any' }, many);
    const names = (await seen.readRecords()).filter(({ kind }) => kind === 'query').map(({ name }) => name);
    expect(names).toHaveLength(200);
    expect(names).toContain('q249');
    expect(names).not.toContain('q0');
  });
});

describe('of a society that one was removed from', () => {
  const seenInside = async () => {
    const seen = await sawPosts();
    const comments = seen.createEntities<{ ID: string }>({ name: 'comments' });
    await seen.ask(['comments', ids.inside], async () => comments.merge([{ ID: ids.comment }]));
    await seen.ask(['comments', ids.open], async () => []);
    await seen.eraseLostMemberships([{ ID: society, Role: 'member' }]);
    await seen.flushOfflineCache();
    return seen;
  };
  const names = async ({ readRecords }: Visit) =>
    (await readRecords())
      .filter(({ kind }) => kind !== 'state')
      .map(({ name }) => name)
      .toSorted();
  const rest = [`["comments","${ids.open}"]`, `posts ${ids.open}`].toSorted();

  it('neither its posts are kept nor their comments; what is about others stays', async () => {
    const seen = await seenInside();
    await seen.eraseCachedAbout(society);
    expect(await names(seen)).toEqual(rest);
  });

  it('nothing stays either where that happened while this browser was away', async () => {
    await seenInside();
    const next = await visit();
    isSignedIn(next);
    await next.eraseLostMemberships([]);
    expect(await names(next)).toEqual(rest);
  });

  it('everything stays while one is in it', async () => {
    const seen = await seenInside();
    await seen.eraseLostMemberships([{ ID: society, Role: 'member' }]);
    expect(await names(seen)).toHaveLength(6);
  });
});
