import { waitFor } from '@testing-library/react';
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
// Tests start caching themselves: the late start of an earlier test would write into the storage of the next one.
vi.mock('./offline-start', () => ({ startCaching: () => {} }));
const onLine = vi.spyOn(navigator, 'onLine', 'get');

/** Loads the modules anew, like a page load: only the browser's storage is left. */
async function visit() {
  vi.resetModules();
  const [{ queryClient }, entities, session, token, connection, offline, cache, rights, storage] = await Promise.all([
    import('@/lib/query'),
    import('./entities'),
    import('@/lib/session'),
    import('@/lib/token'),
    import('@/lib/connection'),
    import('./offline'),
    import('./offline-cache'),
    import('./offline-rights'),
    import('./offline-storage'),
  ]);
  const { ApiError } = await import('@/lib/api-error');
  const posts = entities.createEntities<Post>({ name: 'posts', orderedBy: { rev: [] } });
  const ask = (queryKey: unknown[], answer: () => Promise<unknown>, meta = {}) =>
    queryClient.fetchQuery({ queryKey, queryFn: answer, meta: { ...meta }, retry: false });
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
    /** The data that a component with this query would show. */
    shown: (queryKey: unknown[]) => queryClient.getQueryCache().build(queryClient, queryClient.defaultQueryOptions({ queryKey })).state,
  };
}
type Visit = Awaited<ReturnType<typeof visit>>;

function isSignedIn({ saveToken: keepToken, saveOwner: keepOwner, useSession }: Visit, user = layla): void {
  keepToken('good', true);
  keepOwner('good', user);
  useSession.setState({ status: 'in', user, unreached: false });
}

/** An online visit that shows a list of posts, then ends. */
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

/** Starts the next visit, offline. */
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

describe('offline after a reload', () => {
  it('the last answer and its entities are shown', async () => {
    await sawPosts();
    const { posts, shown } = await offlineVisit();
    expect(shown(['posts', 'feed'])).toMatchObject({ status: 'success', data: [ids.open, ids.inside] });
    expect(posts.get(ids.inside)).toEqual({ ID: ids.inside, Society_ID: society, rev: 1 });
  });

  it('entities are shown with their live updates', async () => {
    const seen = await sawPosts();
    seen.posts.patch(ids.open, { rev: 5 });
    await seen.flushOfflineCache();
    expect((await offlineVisit()).posts.get(ids.open)?.rev).toBe(5);
  });

  it('entities are shown in features that are loaded later', async () => {
    await sawPosts();
    const { createEntities } = await offlineVisit();
    expect(createEntities<Post>({ name: 'posts' }).get(ids.open)?.ID).toBe(ids.open);
  });

  it('the age of the data is shown', async () => {
    const before = Date.now();
    await sawPosts();
    const { shown } = await offlineVisit();
    expect(shown(['posts', 'feed']).dataUpdatedAt).toBeGreaterThanOrEqual(before);
  });

  it('queries are refetched when the server is back, without failures meanwhile', async () => {
    await sawPosts();
    const next = await offlineVisit();
    await expect(next.ask(['posts', 'feed'], next.unreached)).rejects.toThrow();
    expect(next.shown(['posts', 'feed'])).toMatchObject({ status: 'success', error: null, isInvalidated: true });
  });

  it("a visitor's view is cached", async () => {
    await sawPosts(null);
    expect((await offlineVisit()).shown(['posts', 'feed']).data).toEqual([ids.open, ids.inside]);
  });

  it('an answer with `persist: false` is not shown', async () => {
    const seen = await sawPosts();
    await seen.ask(['reports'], async () => ['secret'], { persist: false });
    await seen.flushOfflineCache();
    expect((await offlineVisit()).shown(['reports']).data).toBeUndefined();
  });

  it('an answer that the server has refused since is not shown', async () => {
    const seen = await sawPosts();
    await expect(seen.ask(['posts', 'feed'], seen.refusal)).rejects.toThrow();
    seen.posts.drop(ids.inside);
    await seen.flushOfflineCache();
    const { shown, posts } = await offlineVisit();
    expect(shown(['posts', 'feed']).data).toBeUndefined();
    expect([posts.get(ids.inside), posts.get(ids.open)?.ID]).toEqual([undefined, ids.open]);
  });
});

describe('online after a reload', () => {
  it('nothing of an earlier visit is shown', async () => {
    await sawPosts();
    const next = await visit();
    isSignedIn(next);
    await next.startOffline();
    expect(next.shown(['posts', 'feed']).data).toBeUndefined();
  });

  it('cached data is shown if the server does not answer, but never over newer data', async () => {
    await sawPosts();
    const next = await visit();
    isSignedIn(next);
    await next.startOffline();
    next.posts.merge([{ ID: ids.open, Society_ID: 'other', rev: 9 }]);
    await expect(next.ask(['posts', 'feed'], next.unreached)).rejects.toThrow();
    await waitFor(() => expect(next.shown(['posts', 'feed']).data).toEqual([ids.open, ids.inside]));
    expect(next.posts.get(ids.open)?.rev).toBe(9);
  });
});

describe('a page opened online again', () => {
  /** The next visit, online, in which the server has not answered yet. */
  const nextVisit = async (user: typeof layla | null, token = 'good') => {
    onLine.mockReturnValue(true);
    const next = await visit();
    const { showLastSeen } = await import('./last-seen');
    localStorage.setItem('token', token);
    if (user) next.saveOwner(token, user);
    next.useSession.setState({ status: 'checking', user: null, unreached: false });
    await showLastSeen();
    return next;
  };

  it('shows what its member saw last, before any answer', async () => {
    await sawPosts();
    const next = await nextVisit(layla);
    expect(next.useSession.getState()).toEqual({ status: 'in', user: layla, unreached: false });
    expect(next.shown(['posts', 'feed'])).toMatchObject({ data: [ids.open, ids.inside], isInvalidated: true });
    expect(next.posts.get(ids.inside)?.rev).toBe(1);
  });

  it('shows nothing of an earlier visit in features that are loaded after it', async () => {
    await sawPosts();
    const next = await nextVisit(layla);
    const { endRestoring } = await import('./offline-restore');
    endRestoring();
    expect(next.createEntities<Post>({ name: 'posts' }).get(ids.open)).toBeUndefined();
  });

  it('is brought up to date by the answer', async () => {
    await sawPosts();
    const next = await nextVisit(layla);
    await next.ask(['posts', 'feed'], async () => next.posts.merge([{ ID: ids.open, Society_ID: 'other', rev: 2 }]));
    expect(next.shown(['posts', 'feed'])).toMatchObject({ data: [ids.open], isInvalidated: false });
    expect(next.posts.get(ids.open)?.rev).toBe(2);
  });

  it('shows no list that the server refuses to answer anew, but keeps it while the server is away', async () => {
    await sawPosts();
    const next = await nextVisit(layla);
    await next.ask(['posts', 'feed'], next.unreached).catch(() => {});
    expect(next.shown(['posts', 'feed']).data).toEqual([ids.open, ids.inside]);
    await next.ask(['posts', 'feed'], next.refusal).catch(() => {});
    expect(next.shown(['posts', 'feed'])).toMatchObject({ data: undefined, status: 'error' });
  });

  it('shows nothing that another account saw', async () => {
    await sawPosts();
    const next = await nextVisit(omar, 'of-omar');
    expect(next.useSession.getState().user).toEqual(omar);
    expect([next.shown(['posts', 'feed']).data, next.posts.get(ids.open)]).toEqual([undefined, undefined]);
  });

  it('shows nothing for a token of which the user is not stored', async () => {
    await sawPosts();
    const next = await nextVisit(null, 'of-somebody');
    expect(next.useSession.getState()).toMatchObject({ status: 'checking', user: null });
    expect([next.shown(['posts', 'feed']).data, next.posts.get(ids.open)]).toEqual([undefined, undefined]);
  });

  it('shows nothing after a sign-out', async () => {
    const seen = await sawPosts();
    vi.stubGlobal('fetch', async () => new Response('{}'));
    seen.signOut();
    await waitFor(async () => expect(await seen.readRecords()).toEqual([]));
    const next = await nextVisit(layla);
    expect(next.shown(['posts', 'feed']).data).toBeUndefined();
  });

  it('is cleared if the server refuses the token', async () => {
    await sawPosts();
    const next = await nextVisit(layla);
    vi.stubGlobal('fetch', async () => new Response('{"code":"unauthorized"}', { status: 401 }));
    next.shown(['posts', 'feed']);
    await next.checkSession();
    expect(next.useSession.getState()).toMatchObject({ status: 'out', user: null });
    expect([next.shown(['posts', 'feed']).data, next.posts.get(ids.open)]).toEqual([undefined, undefined]);
  });
});

describe('the offline cache is erased', () => {
  const left = async ({ readRecords }: Visit) => (await readRecords()).length;

  it('at sign-out', async () => {
    const seen = await sawPosts();
    vi.stubGlobal('fetch', async () => new Response('{}'));
    seen.signOut();
    await waitFor(async () => expect(await left(seen)).toBe(0));
  });

  it('when the session has expired, and the page that stays is not cached again', async () => {
    const seen = await sawPosts();
    seen.expireToken();
    seen.posts.patch(ids.open, { rev: 7 });
    await seen.flushOfflineCache();
    expect(await left(seen)).toBe(0);
  });

  it('when another user signs in, before they can see it', async () => {
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

  it('when a visitor comes after a user, also offline', async () => {
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
    const [record] = (await seen.readRecords()).filter(({ kind }) => kind === 'query');
    await seen.writeRecords({ owner: layla.ID, build: '/assets/another.js' }, [record!]);
    const next = await offlineVisit();
    expect(next.shown(['posts', 'feed']).data).toBeUndefined();
    next.startOfflineCache();
    await next.flushOfflineCache();
    expect(await left(next)).toBe(0);
  });

  it.each([
    ['another user', omar.ID, undefined],
    ['another build', layla.ID, '/assets/another.js'],
  ])('when a state is cached over the records of %s', async (_whose, owner, build) => {
    const seen = await sawPosts(owner === omar.ID ? omar : layla);
    const records = await seen.readRecords();
    if (build) await seen.writeRecords({ owner, build }, records);
    const next = await visit();
    isSignedIn(next);
    await next.eraseLostMemberships([]);
    expect((await next.readRecords()).filter(({ kind }) => kind !== 'state')).toEqual([]);
    expect((await offlineVisit()).shown(['posts', 'feed']).data).toBeUndefined();
  });

  it('when staff rights are lost, now or while offline, and stays when they are given', async () => {
    const queries = async ({ readRecords }: Visit) => (await readRecords()).filter(({ kind }) => kind === 'query').length;
    const answers = (seen: Visit, user: typeof layla) => seen.useSession.setState({ status: 'in', user, unreached: false });
    const seen = await sawPosts();
    seen.watchRights();
    answers(seen, { ...layla, Scopes: ['moderate'] });
    await seen.flushOfflineCache();
    await vi.waitFor(async () => expect(await seen.readCachedState('staff-rights')).toEqual(['moderate']));
    expect(await queries(seen)).toBe(1);
    const next = await visit();
    next.saveToken('good', true);
    next.watchRights();
    answers(next, { ...layla });
    await vi.waitFor(async () => expect(await next.readCachedState('staff-rights')).toEqual([]));
    expect(await queries(next)).toBe(0);
  });

  it('after a week', async () => {
    const seen = await sawPosts();
    expect(await seen.readRecords({ now: Date.now() + 6 * 86_400_000 })).not.toEqual([]);
    expect(await seen.readRecords({ now: Date.now() + 8 * 86_400_000 })).toEqual([]);
    expect(await left(seen)).toBe(0);
  });

  it('for the oldest records beyond the limit', async () => {
    const seen = await sawPosts();
    const many = Array.from({ length: 250 }, (_, nth) => ({ kind: 'query' as const, name: `q${nth}`, value: {}, at: Date.now() + nth }));
    await seen.writeRecords({ owner: layla.ID, build: 'any' }, many);
    const names = (await seen.readRecords()).filter(({ kind }) => kind === 'query').map(({ name }) => name);
    expect(names).toHaveLength(200);
    expect(names).toContain('q249');
    expect(names).not.toContain('q0');
  });
});

describe('after removal from a society', () => {
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

  it("the society's posts and their comments are erased, everything else stays", async () => {
    const seen = await seenInside();
    await seen.eraseCachedAbout(society);
    expect(await names(seen)).toEqual(rest);
  });

  it('lines that link to its posts are erased', async () => {
    const seen = await seenInside();
    const lines = seen.createEntities<{ ID: string; link: string }>({ name: 'lines' });
    lines.merge([ids.inside, ids.open].map((id) => ({ ID: `line-${id}`, link: `/posts/${id}` })));
    await seen.flushOfflineCache();
    await seen.eraseCachedAbout(society);
    expect(await names(seen)).toEqual([...rest, `lines line-${ids.open}`].toSorted());
  });

  it('its records are erased also if the removal happened while offline', async () => {
    await seenInside();
    const next = await visit();
    isSignedIn(next);
    await next.eraseLostMemberships([]);
    expect(await names(next)).toEqual(rest);
  });

  it("a member's records stay", async () => {
    const seen = await seenInside();
    await seen.eraseLostMemberships([{ ID: society, Role: 'member' }]);
    expect(await names(seen)).toHaveLength(6);
  });
});
