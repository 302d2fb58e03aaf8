import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Comment, commentCreated, commentRemoved, createComment, deleteComment, getComments } from '#models/contract/comments';
import { membershipChanged } from '#models/contract/members';
import { getAllPosts, postLikes, typing } from '#models/contract/posts';
import { i18n } from '@/lib/i18n';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { deferred } from '@/testing/deferred';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aComment, aPost, aUser } from '@/testing/fixtures';
import { isShown, refetchAll } from '@/testing/refetch';
import { show } from '@/testing/render';
import { PostList } from './post-list';

const me = aUser();
let post = aPost();
let stored: Comment[] = [];

/** Makes the fake server answer with these comments, `pageSize` at a time. */
function serve(comments: Comment[], pageSize = 20): void {
  stored = comments;
  post = { ...post, CommentsCount: comments.length, Comments: comments.length };
  onCall(getAllPosts, () => yes(getAllPosts, [post], { next: null }));
  onCall(getComments, ({ query }) => {
    const from = Number(query.get('cursor') ?? 0);
    const next = from + pageSize < stored.length ? String(from + pageSize) : null;
    return yes(getComments, stored.slice(from, from + pageSize), { next });
  });
}
async function open(comments: Comment[], pageSize?: number) {
  post = aPost();
  serve(comments, pageSize);
  const view = show(<PostList source={{ kind: 'feed' }} empty={null} />);
  await view.user.click(await screen.findByRole('button', { name: 'Comment' }));
  const box = within(await screen.findByRole('region', { name: 'Comments' }));
  await waitFor(() => expect(queryClient.getQueryState(['comments', { post_id: post.ID }])?.status).toBe('success'));
  return { ...view, box, field: box.getByRole('textbox', { name: 'Write a comment' }) };
}
const texts = () => [...document.querySelectorAll('article li p')].map(({ textContent }) => textContent);
const count = () => screen.getByRole('button', { name: 'Comment' }).textContent;
const counts = (CommentsCount: number, rev: number) => ({ post_id: post.ID, Likes: 0, CommentsCount, rev });
const many = (length: number) => Array.from({ length }, (_, i) => aComment({ Content: `c${i + 1}` }));

beforeAll(async () => {
  await i18n.loadNamespaces(['posts']);
  await connectSocket();
});
beforeEach(() => useSession.setState({ status: 'in', user: me }));

describe('the comment list', () => {
  it('shows one first, then three more at each press', async () => {
    const { user, box } = await open(many(6));
    await waitFor(() => expect(texts()).toEqual(['c1']));
    await user.click(box.getByRole('button', { name: 'View more comments (5)' }));
    expect(texts()).toEqual(['c1', 'c2', 'c3', 'c4']);
    await user.click(box.getByRole('button', { name: 'View more comments (2)' }));
    expect(texts()).toHaveLength(6);
    expect(box.queryByRole('button', { name: /View more/ })).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(box.getByRole('list')));
  });

  it('fetches the next page when needed, and shows a live comment only after all pages', async () => {
    const { user, box } = await open(many(6), 4);
    const live = aComment({ Content: 'live' });
    stored = [...stored, live];
    arrives(commentCreated, { ...counts(7, 2), comment: live });
    expect(texts()).toEqual(['c1']);
    await user.click(box.getByRole('button', { name: 'View more comments (6)' }));
    expect(texts()).toEqual(['c1', 'c2', 'c3', 'c4']);
    await user.click(box.getByRole('button', { name: 'View more comments (3)' }));
    await waitFor(() => expect(texts()).toEqual(['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'live']));
  });

  it('shows a load error in place, with a retry', async () => {
    post = aPost({ CommentsCount: 1 });
    onCall(getAllPosts, () => yes(getAllPosts, [post], { next: null }));
    onCall(getComments, () => no(500, 'internal', 'Boom'));
    const { user } = show(<PostList source={{ kind: 'feed' }} empty={null} />);
    await user.click(await screen.findByRole('button', { name: 'Comment' }));
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve([aComment({ Content: 'here' })]);
    await user.click(again);
    await waitFor(() => expect(texts()).toEqual(['here']));
  });

  it('names the viewer You, and shows Delete if permitted', async () => {
    const mine = aComment({ User: me.ID, Content: 'mine', Can: { delete: true, report: false } });
    const { box } = await open([mine]);
    expect(await box.findByText('You')).toBeDefined();
    expect(box.getByRole('button', { name: 'Delete' })).toBeDefined();
  });
});

describe('a comment by somebody else', () => {
  it('is shown once at the end of a complete list, also after a refetch', async () => {
    await open(many(1));
    const comment = aComment({ Content: 'live' });
    await waitFor(() => expect(texts()).toEqual(['c1']));
    arrives(commentCreated, { ...counts(2, 2), comment });
    arrives(commentCreated, { ...counts(2, 2), comment });
    expect(texts()).toEqual(['c1', 'live']);
    expect(count()).toBe('2');
    stored = [...stored, comment];
    await refetchAll();
    expect(texts()).toEqual(['c1', 'live']);
  });

  it('is counted in View more of an incomplete list', async () => {
    const { box } = await open(many(3));
    arrives(commentCreated, { ...counts(4, 2), comment: aComment({ Content: 'live' }) });
    expect(texts()).toEqual(['c1']);
    expect(box.getByRole('button', { name: 'View more comments (3)' })).toBeDefined();
  });

  it('stays removed when its message arrives late, and the state equals a refetch', async () => {
    const comments = many(2);
    await open([comments[0]!]);
    arrives(commentRemoved, { ...counts(1, 3), comment_id: comments[1]!.ID, version: 2 });
    arrives(commentCreated, { ...counts(2, 2), comment: comments[1]! });
    await waitFor(() => expect(texts()).toEqual(['c1']));
    arrives(commentRemoved, { ...counts(0, 4), comment_id: comments[0]!.ID, version: 2 });
    expect(texts()).toEqual([]);
    expect(count()).toBe('0');
    stored = [];
    await refetchAll();
    expect(texts()).toEqual([]);
  });

  it('disappears after a gap in which it was removed', async () => {
    await open(many(1));
    arrives(commentCreated, { ...counts(2, 2), comment: aComment({ Content: 'live' }) });
    await waitFor(() => expect(texts()).toEqual(['c1', 'live']));
    await refetchAll();
    expect(texts()).toEqual(['c1']);
  });

  it('shows a typing notice while it is being written', async () => {
    await open([]);
    arrives(typing, { post_id: post.ID, user_id: aUser().ID, User_Name: 'Yazan Haddad' });
    expect(screen.getByText('Yazan is typing')).toBeDefined();
    arrives(typing, { post_id: post.ID, user_id: me.ID, User_Name: 'Layla' });
    expect(screen.queryByText('Layla is typing')).toBeNull();
  });
});

describe('an own comment', () => {
  const commentAnswer = (comment: Comment, CommentsCount: number, rev: number) =>
    yes(createComment, { ...comment, Likes: 0, CommentsCount, rev });
  const mine = () => aComment({ User: me.ID, User_Name: me.Name, Content: 'hello', Can: { delete: true, report: false } });

  it('is shown at once as own; blank text is ignored', async () => {
    const answer = deferred<ReturnType<typeof commentAnswer>>();
    onCall(createComment, () => answer.promise);
    const { user, box, field } = await open(many(3));
    await user.type(field, '   {Enter}');
    await user.type(field, ' hello {Enter}');
    expect(texts()).toEqual(['c1', 'hello']);
    expect(box.getByText('You')).toBeDefined();
    expect(field).toHaveProperty('value', '');
    expect(count()).toBe('4');
    answer.give(commentAnswer(mine(), 4, 2));
    await waitFor(() => expect(box.getByRole('button', { name: 'Delete' })).toBeDefined());
    expect(texts()).toEqual(['c1', 'hello']);
    expect(requests.filter(({ path }) => path === createComment.path).map(({ body }) => body.content)).toEqual(['hello']);
  });

  it('is shown and counted once when its message comes before the answer', async () => {
    const answer = deferred<ReturnType<typeof commentAnswer>>();
    onCall(createComment, () => answer.promise);
    const comment = mine();
    const { user, field } = await open([]);
    await user.type(field, 'hello{Enter}');
    arrives(postLikes, counts(1, 2));
    expect(count()).toBe('1');
    arrives(commentCreated, { ...counts(1, 2), comment });
    expect([texts(), count()]).toEqual([['hello'], '1']);
    answer.give(commentAnswer(comment, 1, 2));
    arrives(commentCreated, { ...counts(1, 2), comment });
    await waitFor(() => expect([texts(), count()]).toEqual([['hello'], '1']));
  });

  it('stays when its message came but no answer', async () => {
    const answer = deferred<{ status: number; body: unknown }>();
    onCall(createComment, () => answer.promise);
    const { user, field } = await open([]);
    await user.type(field, 'hello{Enter}');
    arrives(commentCreated, { ...counts(1, 2), comment: mine() });
    answer.give(no(503, 'unavailable', 'Away'));
    await isShown();
    expect([texts(), count()]).toEqual([['hello'], '1']);
    expect(field).toHaveProperty('value', '');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['400', no(400, 'validation_failed', 'Some fields are not valid.'), /Error 400/],
    ['401', no(401, 'unauthorized', 'Please log in.'), /Unauthorized - please log in again/],
    ['404', no(404, 'not_found', 'Not found.'), /Error 404: Not found/],
    ['429', no(429, 'too_many_requests', 'Too many requests.'), /Too many requests/],
    ['500', no(500, 'internal', 'Boom'), /Server error/],
  ])('is restored as text with one toast when the answer is %s', async (_name, reply, text) => {
    onCall(createComment, () => reply);
    const { user, field } = await open([]);
    await user.type(field, 'hello{Enter}');
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect([texts(), count()]).toEqual([[], '0']);
    expect(field).toHaveProperty('value', 'hello');
  });

  it('is restored before text typed meanwhile, also after the comments were closed', async () => {
    const answer = deferred<{ status: number; body: unknown }>();
    onCall(createComment, () => answer.promise);
    const { user, field } = await open([]);
    await user.type(field, 'hello{Enter}again');
    await user.click(screen.getByRole('button', { name: 'Comment' }));
    answer.give(no(500, 'internal', 'Boom'));
    await screen.findByText(/Server error/);
    await user.click(screen.getByRole('button', { name: 'Comment' }));
    expect(screen.getByRole('textbox', { name: 'Write a comment' })).toHaveProperty('value', 'hello again');
  });
});

describe('deleting a comment', () => {
  const mine = aComment({ User: me.ID, Content: 'mine', Can: { delete: true, report: false } });
  async function ask() {
    const view = await open([mine]);
    await view.user.click(await view.box.findByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Comment' }));
    return { ...view, dialog };
  }

  it('asks for confirmation, removes on 200 with a toast, and moves the focus to the list', async () => {
    onCall(deleteComment, () => yes(deleteComment, { Likes: 0, CommentsCount: 0, rev: 2 }));
    const { user, dialog, box } = await ask();
    await user.click(dialog.getByRole('button', { name: 'Delete Comment' }));
    expect(await screen.findByText('Comment deleted successfully.')).toBeDefined();
    expect([texts(), count()]).toEqual([[], '0']);
    await waitFor(() => expect(document.activeElement).toBe(box.getByRole('list')));
  });

  it('is offered as soon as the viewer moderates the society, and no longer than that', async () => {
    const others = aComment({ Content: 'not mine' });
    const { box } = await open([others]);
    await waitFor(() => expect(texts()).toEqual(['not mine']));
    const become = (Role: 'moderator' | 'member', rev: number) => {
      stored = [{ ...others, Can: { delete: Role === 'moderator', report: true } }];
      const society = { society_id: post.Society_ID, Member_Count: 3, Event_Count: 0, Post_Count: 1, rev };
      arrives(membershipChanged, { ...society, user_id: me.ID, Role });
    };
    expect(box.queryByRole('button', { name: 'Delete' })).toBeNull();
    become('moderator', 2);
    await box.findByRole('button', { name: 'Delete' });
    become('member', 3);
    await waitFor(() => expect(box.queryByRole('button', { name: 'Delete' })).toBeNull());
  });

  it('does nothing on Cancel, and returns the focus', async () => {
    const { user, dialog, box } = await ask();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(document.activeElement).toBe(box.getByRole('button', { name: 'Delete' })));
    expect(texts()).toEqual(['mine']);
  });

  it.each([
    ['403', no(403, 'forbidden', 'No'), 'Failed to delete comment.', 1],
    ['404', no(404, 'not_found', 'Not found.'), 'Failed to delete comment.', 0],
    ['nothing', 'offline' as const, 'An error occurred while deleting the comment.', 1],
  ])('shows a failure toast when the answer is %s', async (_name, reply, text, left) => {
    onCall(deleteComment, () => reply);
    const { user, dialog } = await ask();
    await user.click(dialog.getByRole('button', { name: 'Delete Comment' }));
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(texts()).toHaveLength(left);
  });
});
