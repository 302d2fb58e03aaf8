import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { logout } from '#models/contract/auth';
import { type Comment, commentCreated, createComment, getComments } from '#models/contract/comments';
import { getAllPosts, likePost, type Post, postLikes, unlikePost } from '#models/contract/posts';
import { i18n } from '@/lib/i18n';
import { onSignOut, signOut, useSession } from '@/lib/session';
import { saveToken } from '@/lib/token';
import { clearUserState } from '@/lib/user-change';
import { queueKey, removeQueue } from '@/sync/offline-queue-storage';
import { deferred } from '@/testing/deferred';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, breaks, comesBack, connectSocket } from '@/testing/fake-socket';
import { aComment, aPost, aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { PostList } from './post-list';
import './write-post';

onSignOut(removeQueue);

const me = aUser();
const post = aPost({ Likes: 5, rev: 7 });
const other = aPost({ Content: 'Other', Likes: 1, CreatedAt: '2025-01-01T00:00:00.000Z' });
const liked = (fields: Partial<Post> = {}) => yes(likePost, { Likes: 6, CommentsCount: 0, Is_Liked: true, rev: 8, version: 1, ...fields });
const commentAnswer = (comment: Comment, CommentsCount: number) =>
  yes(createComment, { ...comment, Likes: 5, CommentsCount, rev: 7 + CommentsCount });
const mine = (Content: string) => aComment({ User: me.ID, User_Name: me.Name, Content, Can: { delete: true, report: false } });
const card = () => within(screen.getAllByRole('article')[0]!);
const like = () => card().getByRole('button', { name: 'Like' });
const state = () => [like().textContent, like().getAttribute('aria-pressed'), like().getAttribute('title')];
const requestsTo = (call: { path: string }) => requests.filter(({ path }) => path === call.path);
const texts = () =>
  card()
    .queryAllByRole('listitem')
    .map((row) => row.querySelector('p')?.textContent);
const count = () => card().getByRole('button', { name: 'Comment' }).textContent;
const queuedCount = () => card().queryAllByText('Will be sent when you are back online').length;
const stored = () => localStorage.getItem(queueKey(me.ID));

const onLine = vi.spyOn(navigator, 'onLine', 'get');
/** Advances the timers; nothing else retries queued actions. */
const timePasses = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
let isFrozen = false;
/** Disconnects the socket and sets `navigator.onLine` to false. */
async function goesOffline(): Promise<void> {
  onLine.mockReturnValue(false);
  await losesSocket();
}
async function losesSocket(): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  breaks();
  await act(() => vi.advanceTimersByTimeAsync(2000));
  vi.useRealTimers();
  isFrozen = true;
}
const comesOnline = async (): Promise<void> => {
  isFrozen = false;
  onLine.mockReturnValue(true);
  comesBack();
  await act(async () => {});
};
async function open() {
  const view = show(<PostList source={{ kind: 'feed' }} empty={null} />);
  await screen.findAllByRole('article');
  return view;
}
async function openComments() {
  const view = await open();
  await view.user.click(card().getByRole('button', { name: 'Comment' }));
  const field = await card().findByRole('textbox', { name: 'Write a comment' });
  await waitFor(() => expect(card().queryByRole('status', { name: 'Loading' })).toBeNull());
  return { ...view, field };
}
/** Simulates a reload: clears everything in memory. */
async function reload(user = me): Promise<void> {
  cleanup();
  useSession.setState({ status: 'checking', user: null });
  clearUserState();
  useSession.setState({ status: 'in', user });
}

beforeAll(async () => {
  await i18n.loadNamespaces(['posts']);
  await connectSocket();
});
beforeEach(() => {
  onLine.mockReturnValue(true);
  saveToken('good', true);
  useSession.setState({ status: 'in', user: { ...me } });
  onCall(getAllPosts, () => yes(getAllPosts, [post, other], { next: null }));
  onCall(getComments, () => yes(getComments, [], { next: null }));
});
afterEach(async () => {
  if (isFrozen) await comesOnline();
});

describe('a like made offline', () => {
  it('is shown as queued, and sent once when the server is back', async () => {
    onCall(likePost, () => liked());
    const { user } = await open();
    await goesOffline();
    await user.click(like());
    expect(state()).toEqual(['6', 'true', 'Will be sent when you are back online']);
    expect(like().getAttribute('aria-description')).toBe('6 Likes. Will be sent when you are back online');
    expect(requestsTo(likePost)).toHaveLength(0);
    await comesOnline();
    await waitFor(() => expect(state()).toEqual(['6', 'true', null]));
    await goesOffline();
    await comesOnline();
    expect(requestsTo(likePost)).toHaveLength(1);
    expect(stored()).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is not sent when it is undone offline', async () => {
    const { user } = await open();
    await goesOffline();
    await user.click(like());
    await user.click(like());
    expect(state()).toEqual(['5', 'false', null]);
    await comesOnline();
    expect(requests.map(({ path }) => path)).toEqual([getAllPosts.path]);
  });

  it('is counted once together with likes of others, in any order of answer and messages', async () => {
    const answer = deferred<ReturnType<typeof liked>>();
    onCall(likePost, () => answer.promise);
    const { user } = await open();
    await goesOffline();
    await user.click(like());
    arrives(postLikes, { post_id: post.ID, Likes: 9, CommentsCount: 0, rev: 11 });
    expect(state()[0]).toBe('10');
    await comesOnline();
    arrives(postLikes, { post_id: post.ID, Likes: 10, CommentsCount: 0, rev: 12 });
    expect(state()[0]).toBe('10');
    answer.give(liked({ Likes: 10, rev: 12 }));
    await waitFor(() => expect(state()).toEqual(['10', 'true', null]));
  });

  it('survives a reload', async () => {
    onCall(likePost, () => liked());
    const { user } = await open();
    await goesOffline();
    await user.click(like());
    await reload();
    await open();
    expect(state()).toEqual(['6', 'true', 'Will be sent when you are back online']);
    await comesOnline();
    await waitFor(() => expect(state()).toEqual(['6', 'true', null]));
    expect(requestsTo(likePost)).toHaveLength(1);
  });

  it('is rolled back with one toast when the server refuses it', async () => {
    onCall(likePost, () => no(404, 'not_found', 'Not found.'));
    const { user } = await open();
    await goesOffline();
    await user.click(like());
    await comesOnline();
    expect(await screen.findByText('Error 404: Not found.')).toBeDefined();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect([state(), stored()]).toEqual([['5', 'false', null], null]);
  });

  it('stays queued when the server is still unavailable', async () => {
    onCall(likePost, () => no(503, 'unavailable', 'Away'));
    const { user } = await open();
    await goesOffline();
    await user.click(like());
    await comesOnline();
    await waitFor(() => expect(requestsTo(likePost)).toHaveLength(1));
    expect(state()).toEqual(['6', 'true', 'Will be sent when you are back online']);
    onCall(likePost, () => liked());
    await goesOffline();
    await comesOnline();
    await waitFor(() => expect(state()).toEqual(['6', 'true', null]));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('that was being sent when the connection broke is queued with its latest state', async () => {
    const answer = deferred<{ status: number; body: unknown }>();
    onCall(unlikePost, () => yes(unlikePost, { Likes: 5, CommentsCount: 0, Is_Liked: false, rev: 9, version: 2 }));
    onCall(likePost, () => answer.promise.then(() => Promise.reject(new TypeError('Failed to fetch'))));
    const { user } = await open();
    await user.click(like());
    await goesOffline();
    answer.give(no(0, '', ''));
    await waitFor(() => expect(state()).toEqual(['6', 'true', 'Will be sent when you are back online']));
    onCall(likePost, () => liked());
    await comesOnline();
    await waitFor(() => expect(state()).toEqual(['6', 'true', null]));
    expect(requestsTo(likePost)).toHaveLength(2);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a comment made offline', () => {
  it('is shown as queued and counted, and sent once, in order, when the server is back', async () => {
    const { user, field } = await openComments();
    await goesOffline();
    await user.type(field, 'one{Enter}two{Enter}');
    expect([texts(), count(), queuedCount()]).toEqual([['one', 'two'], '2', 2]);
    arrives(postLikes, { post_id: post.ID, Likes: 5, CommentsCount: 4, rev: 7 });
    expect(count()).toBe('6');
    arrives(postLikes, { post_id: post.ID, Likes: 5, CommentsCount: 0, rev: 7 });
    expect(field).toHaveProperty('value', '');
    const answers = [mine('one'), mine('two')];
    onCall(createComment, ({ body }) => {
      const at = body.content === 'one' ? 0 : 1;
      return commentAnswer(answers[at]!, at + 1);
    });
    await comesOnline();
    await waitFor(() => expect(queuedCount()).toBe(0));
    await waitFor(() => expect(card().queryByText('Sending...')).toBeNull());
    expect([texts(), count()]).toEqual([['one', 'two'], '2']);
    await goesOffline();
    await comesOnline();
    expect(requestsTo(createComment).map(({ body }) => body.content)).toEqual(['one', 'two']);
    expect(stored()).toBeNull();
  });

  it('survives a reload, and is sent with the same idempotency key each time', async () => {
    onCall(createComment, () => 'offline');
    const { user, field } = await openComments();
    await goesOffline();
    await user.type(field, 'hello{Enter}');
    await comesOnline();
    await waitFor(() => expect(requestsTo(createComment)).toHaveLength(1));
    await waitFor(() => expect(queuedCount()).toBe(1));
    await goesOffline();
    await reload();
    await openComments();
    expect([texts(), count(), queuedCount()]).toEqual([['hello'], '1', 1]);
    onCall(createComment, () => commentAnswer(mine('hello'), 1));
    await comesOnline();
    await waitFor(() => expect(card().getByRole('button', { name: 'Delete' })).toBeDefined());
    expect([texts(), count(), stored()]).toEqual([['hello'], '1', null]);
    const keys = requestsTo(createComment).map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(2);
  });

  it('is shown once when its message comes before its answer', async () => {
    const answer = deferred<ReturnType<typeof commentAnswer>>();
    onCall(createComment, () => answer.promise);
    const { user, field } = await openComments();
    await goesOffline();
    await user.type(field, 'hello{Enter}');
    await comesOnline();
    const { Can: _can, ...comment } = mine('hello');
    arrives(commentCreated, { post_id: post.ID, Likes: 5, CommentsCount: 1, rev: 8, comment });
    expect([texts(), count()]).toEqual([['hello'], '1']);
    answer.give(commentAnswer({ ...comment, Can: { delete: true, report: false } }, 1));
    await waitFor(() => expect(stored()).toBeNull());
    expect([texts(), count()]).toEqual([['hello'], '1']);
  });

  it('can be deleted while it is queued, and is never sent', async () => {
    const { user, field } = await openComments();
    await goesOffline();
    await user.type(field, 'oh no{Enter}');
    await user.click(card().getByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete Comment' }));
    await waitFor(() => expect([texts(), count(), stored()]).toEqual([[], '0', null]));
    await comesOnline();
    expect(requestsTo(createComment)).toHaveLength(0);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is restored into its field with one toast when the server refuses it', async () => {
    onCall(createComment, () => no(404, 'not_found', 'Not found.'));
    const { user, field } = await openComments();
    await goesOffline();
    await user.type(field, 'hello{Enter}');
    await comesOnline();
    expect(await screen.findByText('Error 404: Not found.')).toBeDefined();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect([texts(), count()]).toEqual([[], '0']);
    expect(field).toHaveProperty('value', 'hello');
    expect(stored()).toBeNull();
  });

  it('is restored into its field after a day, when its idempotency key has expired', async () => {
    const { user, field } = await openComments();
    await goesOffline();
    await user.type(field, 'hello{Enter}');
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 25 * 60 * 60_000);
    await comesOnline();
    await waitFor(() => expect(field).toHaveProperty('value', 'hello'));
    clock.mockRestore();
    expect(await screen.findByText(/could not be sent in time/)).toBeDefined();
    expect([texts(), count(), requestsTo(createComment).length]).toEqual([[], '0', 0]);
  });

  it('is sent before a comment that is written when the server is back', async () => {
    onCall(createComment, () => no(503, 'unavailable', 'Away'));
    const { user, field } = await openComments();
    await goesOffline();
    await user.type(field, 'one{Enter}');
    await comesOnline();
    await waitFor(() => expect(requestsTo(createComment)).toHaveLength(1));
    await user.type(field, 'two{Enter}');
    expect(texts()).toEqual(['one', 'two']);
    onCall(createComment, ({ body }) => commentAnswer(mine(body.content), body.content === 'one' ? 1 : 2));
    await goesOffline();
    await comesOnline();
    await waitFor(() => expect(stored()).toBeNull());
    const sent = requestsTo(createComment).map(({ body }) => body.content);
    expect([sent.indexOf('two'), sent.lastIndexOf('one')]).toEqual([sent.length - 1, sent.length - 2]);
  });
});

describe('without a socket, but with working calls', () => {
  it('a like and a comment are sent at once', async () => {
    onCall(likePost, () => liked({ CommentsCount: 1, rev: 20 }));
    onCall(createComment, () => commentAnswer(mine('hello'), 1));
    const { user, field } = await openComments();
    await losesSocket();
    await user.click(like());
    await user.type(field, 'hello{Enter}');
    await waitFor(() => expect(stored()).toBeNull());
    expect([state(), texts(), count(), queuedCount()]).toEqual([['6', 'true', null], ['hello'], '1', 0]);
    expect([requestsTo(likePost).length, requestsTo(createComment).length]).toEqual([1, 1]);
  });

  it.each([
    ['nothing', () => 'offline' as const],
    ['503', () => no(503, 'unavailable', 'Away')],
  ])('actions answered by %s are retried by a timer, in order, with the same keys', async (_name, away) => {
    onCall(likePost, away);
    onCall(createComment, away);
    const { user, field } = await openComments();
    await losesSocket();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    await user.type(field, 'one{Enter}two{Enter}');
    await user.click(like());
    expect([texts(), queuedCount() > 0, state()[2]]).toEqual([['one', 'two'], true, 'Will be sent when you are back online']);
    onCall(likePost, () => liked({ CommentsCount: 2, rev: 20 }));
    onCall(createComment, ({ body }) => commentAnswer(mine(body.content), body.content === 'one' ? 1 : 2));
    await timePasses(60_000);
    vi.useRealTimers();
    await waitFor(() => expect(stored()).toBeNull());
    expect([texts(), count(), queuedCount(), state()[2]]).toEqual([['one', 'two'], '2', 0, null]);
    const sent = requestsTo(createComment);
    expect(sent.slice(-2).map(({ body }) => body.content)).toEqual(['one', 'two']);
    expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('actions while the server is unreachable', () => {
  it.each([
    ['nothing', () => 'offline' as const],
    ['502', () => ({ status: 502, body: null })],
    [
      'nothing within ten seconds',
      () => {
        throw new DOMException('Too late', 'TimeoutError');
      },
    ],
  ])('are queued although the browser seems online, when the answer is %s', async (_name, away) => {
    onCall(likePost, away);
    onCall(createComment, away);
    const { user, field } = await openComments();
    await user.click(like());
    await user.type(field, 'hello{Enter}');
    await waitFor(() =>
      expect([texts(), queuedCount(), state()]).toEqual([['hello'], 1, ['6', 'true', 'Will be sent when you are back online']]),
    );
    onCall(likePost, () => liked({ CommentsCount: 1, rev: 20 }));
    onCall(createComment, () => commentAnswer(mine('hello'), 1));
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(stored()).toBeNull());
    expect([texts(), count(), state()]).toEqual([['hello'], '1', ['6', 'true', null]]);
    expect(new Set(requestsTo(createComment).map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a queued action', () => {
  const queueLike = async () => {
    const { user } = await open();
    await goesOffline();
    await user.click(like());
    expect(stored()).not.toBeNull();
  };

  it('is sent once, however many online events fire', async () => {
    const answer = deferred<ReturnType<typeof liked>>();
    onCall(likePost, () => answer.promise);
    await queueLike();
    await comesOnline();
    act(() => void window.dispatchEvent(new Event('online')));
    answer.give(liked());
    await waitFor(() => expect(stored()).toBeNull());
    expect(requestsTo(likePost)).toHaveLength(1);
  });

  it('is not sent while the browser reports no network', async () => {
    const { user } = await open();
    onLine.mockReturnValue(false);
    await user.click(like());
    expect(state()).toEqual(['6', 'true', 'Will be sent when you are back online']);
    expect(requestsTo(likePost)).toHaveLength(0);
    onCall(likePost, () => liked());
    onLine.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(state()).toEqual(['6', 'true', null]));
  });

  it('disappears when another tab has sent it', async () => {
    await queueLike();
    localStorage.removeItem(queueKey(me.ID));
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: queueKey(me.ID) })));
    expect(state()).toEqual(['5', 'false', null]);
  });

  it('is dropped when the session has ended, and its text is restored into its field', async () => {
    onCall(likePost, () => no(401, 'unauthorized', 'Please log in.'));
    const { user, field } = await openComments();
    await goesOffline();
    await user.click(like());
    await user.type(field, 'one{Enter}two{Enter}');
    await comesOnline();
    expect(await screen.findByText('Unauthorized - please log in again.')).toBeDefined();
    expect([stored(), texts(), field.getAttribute('value')]).toEqual([null, [], 'one two']);
    expect([requestsTo(likePost).length, requestsTo(createComment).length]).toEqual([1, 0]);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });

  it('is dropped by signing out', async () => {
    onCall(logout, () => yes(logout, {}));
    await queueLike();
    act(() => signOut());
    expect(stored()).toBeNull();
  });

  it('is neither shown to another user nor changed by one in the same browser', async () => {
    await queueLike();
    const mine = stored();
    const otherUser = aUser();
    await reload(otherUser);
    const { user } = await open();
    expect(state()).toEqual(['5', 'false', null]);
    await comesOnline();
    await goesOffline();
    onCall(logout, () => yes(logout, {}));
    await user.click(like());
    expect([stored(), localStorage.getItem(queueKey(otherUser.ID)) === null]).toEqual([mine, false]);
    act(() => signOut());
    expect([stored(), localStorage.getItem(queueKey(otherUser.ID)), requestsTo(likePost).length]).toEqual([mine, null, 0]);
  });

  it('is dropped a day later when another user signs in', async () => {
    await queueLike();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 25 * 60 * 60_000);
    act(() => {
      clearUserState();
      useSession.setState({ status: 'in', user: aUser() });
    });
    clock.mockRestore();
    expect(stored()).toBeNull();
  });
});
