import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getAllPosts, likePost, type Post, postLikes, unlikePost } from '#models/contract/posts';
import { ownChanged } from '#models/contract/users';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { deferred } from '@/testing/deferred';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aPost, aUser } from '@/testing/fixtures';
import { beginRefetch, isShown, refetchAll } from '@/testing/refetch';
import { show } from '@/testing/render';
import { PostList } from './post-list';

const post = aPost({ Likes: 5, rev: 7 });
const feed = { kind: 'feed' } as const;
const likeAnswer = (fields: Partial<{ Likes: number; Is_Liked: boolean; rev: number; version: number }> = {}) =>
  yes(likePost, { Likes: 6, CommentsCount: 0, Is_Liked: true, rev: 8, version: 1, ...fields });

const serve = (served: Post = post) => onCall(getAllPosts, () => yes(getAllPosts, [served], { next: null }));
async function open() {
  const view = show(<PostList source={feed} empty={null} />);
  return { ...view, like: await screen.findByRole('button', { name: 'Like' }) };
}
const state = (like: HTMLElement) => [like.textContent, like.getAttribute('aria-pressed')];

beforeAll(async () => {
  await i18n.loadNamespaces(['posts']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: aUser() });
  serve();
});

describe('a like', () => {
  it('is shown at once, before the server has answered', async () => {
    const answer = deferred<ReturnType<typeof likeAnswer>>();
    onCall(likePost, () => answer.promise);
    const { user, like } = await open();
    await user.click(like);
    expect(state(like)).toEqual(['6', 'true']);
    answer.give(likeAnswer());
    await waitFor(() => expect(requests.at(-1)?.body).toEqual({ post_id: post.ID }));
    expect(state(like)).toEqual(['6', 'true']);
  });

  it('is undone by a second press, never below 0', async () => {
    serve(aPost({ ID: post.ID, Likes: 0, Is_Liked: true }));
    onCall(unlikePost, () => yes(unlikePost, { Likes: 0, CommentsCount: 0, Is_Liked: false, rev: 2, version: 2 }));
    const { user, like } = await open();
    await user.click(like);
    expect(state(like)).toEqual(['0', 'false']);
  });

  it('describes the count in words', async () => {
    const { like } = await open();
    expect(like.getAttribute('aria-description')).toBe('5 Likes');
  });

  it.each([
    ['400', no(400, 'validation_failed', 'Some fields are not valid.'), 'Error 400: Some fields are not valid.'],
    ['401', no(401, 'unauthorized', 'Please log in.'), 'Unauthorized - please log in again.'],
    ['403', no(403, 'forbidden', 'You do not have permission to do this.'), 'Error 403: You do not have permission to do this.'],
    ['404', no(404, 'not_found', 'Not found.'), 'Error 404: Not found.'],
    ['409', no(409, 'in_progress', 'The same request is still being processed.'), 'The same request is still being processed.'],
    ['429', no(429, 'too_many_requests', 'Too many requests. Please try again later.'), 'Too many requests. Please try again later.'],
    ['500', no(500, 'internal', 'Boom'), 'Server error. Please try again later.'],
  ])('is rolled back with one toast when the answer is %s', async (_name, reply, text) => {
    onCall(likePost, () => reply);
    const { user, like } = await open();
    await user.click(like);
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(state(like)).toEqual(['5', 'false']);
  });

  it('sends one call at a time, and the last press wins', async () => {
    const first = deferred<ReturnType<typeof likeAnswer>>();
    onCall(likePost, () => first.promise);
    onCall(unlikePost, () => yes(unlikePost, { Likes: 5, CommentsCount: 0, Is_Liked: false, rev: 9, version: 2 }));
    const { user, like } = await open();
    await user.click(like);
    await user.click(like);
    expect(state(like)).toEqual(['5', 'false']);
    expect(requests.filter(({ path }) => path === unlikePost.path)).toHaveLength(0);
    first.give(likeAnswer());
    await waitFor(() => expect(requests.at(-1)?.path).toBe(unlikePost.path));
    await waitFor(() => expect(state(like)).toEqual(['5', 'false']));
  });
});

describe('a like with messages and lists received meanwhile', () => {
  it('is counted once when its own message comes before the answer', async () => {
    const answer = deferred<ReturnType<typeof likeAnswer>>();
    onCall(likePost, () => answer.promise);
    const { user, like } = await open();
    await user.click(like);
    arrives(postLikes, { post_id: post.ID, Likes: 6, CommentsCount: 0, rev: 8 });
    arrives(ownChanged, { kind: 'like', id: post.ID, on: true, version: 1 });
    expect(state(like)).toEqual(['6', 'true']);
    answer.give(likeAnswer());
    await waitFor(() => expect(state(like)).toEqual(['6', 'true']));
  });

  it('is counted together with newer likes of others', async () => {
    const answer = deferred<ReturnType<typeof likeAnswer>>();
    onCall(likePost, () => answer.promise);
    const { user, like } = await open();
    await user.click(like);
    arrives(postLikes, { post_id: post.ID, Likes: 9, CommentsCount: 0, rev: 11 });
    answer.give(likeAnswer({ Likes: 7, rev: 9 }));
    await waitFor(() => expect(state(like)).toEqual(['9', 'true']));
  });

  it('is not undone by a list requested before it', async () => {
    onCall(likePost, () => likeAnswer());
    const { user, like } = await open();
    const slow = deferred<ReturnType<typeof yes>>();
    onCall(getAllPosts, () => slow.promise);
    const fetched = beginRefetch();
    await user.click(like);
    await waitFor(() => expect(requests.some(({ path }) => path === likePost.path)).toBe(true));
    slow.give(yes(getAllPosts, [post], { next: null }));
    await isShown(fetched);
    expect(state(like)).toEqual(['6', 'true']);
  });

  it('is replaced by the state of a list requested after it', async () => {
    onCall(likePost, () => likeAnswer());
    const { user, like } = await open();
    await user.click(like);
    await waitFor(() => expect(requests.some(({ path }) => path === likePost.path)).toBe(true));
    serve({ ...post, Likes: 5, rev: 9, Is_Liked: false, Like_Version: 2 });
    await refetchAll();
    await waitFor(() => expect(state(like)).toEqual(['5', 'false']));
  });
});

describe('messages about likes', () => {
  const liked = { post_id: post.ID, Likes: 8, CommentsCount: 2, rev: 10 };

  it('result in the same state as a refetch', async () => {
    const { like } = await open();
    arrives(postLikes, liked);
    const after = state(like);
    serve({ ...post, Likes: 8, CommentsCount: 2, Comments: 2, rev: 10 });
    await refetchAll();
    expect(state(like)).toEqual(after);
    expect(after).toEqual(['8', 'false']);
    expect(screen.getByRole('button', { name: 'Comment' }).textContent).toBe('2');
  });

  it('change nothing when repeated or stale', async () => {
    const { like } = await open();
    arrives(postLikes, liked);
    arrives(postLikes, liked);
    arrives(postLikes, { ...liked, Likes: 6, rev: 8 });
    expect(state(like)).toEqual(['8', 'false']);
  });

  it('apply a like from another tab, and ignore a stale one', async () => {
    const { like } = await open();
    arrives(ownChanged, { kind: 'like', id: post.ID, on: true, version: 4 });
    expect(state(like)[1]).toBe('true');
    arrives(ownChanged, { kind: 'like', id: post.ID, on: false, version: 3 });
    expect(state(like)[1]).toBe('true');
    serve({ ...post, Is_Liked: true });
    await refetchAll();
    expect(state(like)[1]).toBe('true');
  });

  it('are ignored for a post that is not loaded', async () => {
    const { like } = await open();
    arrives(postLikes, { ...liked, post_id: aPost().ID });
    expect(state(like)).toEqual(['5', 'false']);
  });
});

it('a visitor sees the like and comment counts without buttons', async () => {
  useSession.setState({ status: 'out', user: null });
  show(<PostList source={feed} empty={null} />);
  const card = within(await screen.findByRole('article'));
  expect(card.getByText('5 Likes • 0 Comments')).toBeDefined();
  expect(card.queryByRole('button')).toBeNull();
});
