import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Comment, commentCreated, commentRemoved, deleteComment, getComments } from '#models/contract/comments';
import { createPost, getAllPosts, type Post, postCreated, postLikes, postUpdated } from '#models/contract/posts';
import { getSocietiesByUser } from '#models/contract/societies';
import { ownChanged } from '#models/contract/users';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { deferred } from '@/testing/deferred';
import { no, onCall, yes } from '@/testing/fake-server';
import {
  arrives,
  breaks,
  comesBack,
  comesIntoView,
  connectSocket,
  holdJoins,
  joined,
  joinsAnswered,
  positionMoves,
  watchView,
} from '@/testing/fake-socket';
import { aComment, aPost, aSociety, aUser, sharedPostOf } from '@/testing/fixtures';
import { isShown, refetchAll } from '@/testing/refetch';
import { show } from '@/testing/render';
import { asMember } from '@/testing/society-fixtures';
import { Composer } from './composer';
import { PostList } from './post-list';

const me = aUser();
const post = aPost({ Content: 'As written', Likes: 3, rev: 7, version: 1 });
const comment = aComment({ Content: 'hello' });
const mine = aComment({ User: me.ID, Content: 'mine', Can: { delete: true, report: false } });
const shared = ({ Can: _can, ...rest }: Comment) => rest;
const counts = (Likes: number, CommentsCount: number, rev: number) => ({ post_id: post.ID, Likes, CommentsCount, rev });
const serve = (found: Post[], comments: Comment[] = []) => {
  onCall(getAllPosts, () => yes(getAllPosts, found, { next: null }));
  onCall(getComments, () => yes(getComments, comments, { next: null }));
};
const shown = () => ({
  posts: screen.queryAllByRole('article').map((card) => card.querySelector('p')?.textContent),
  likes: screen.getAllByRole('button', { name: 'Like' })[0]?.textContent,
  count: screen.getAllByRole('button', { name: 'Comment' })[0]?.textContent,
  comments: [...document.querySelectorAll('article li p')].map(({ textContent }) => textContent),
});
async function open() {
  const view = show(<PostList source={{ kind: 'feed' }} empty={null} />);
  await view.user.click(await screen.findByRole('button', { name: 'Comment' }));
  await screen.findByRole('region', { name: 'Comments' });
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull());
  return view;
}

beforeAll(async () => {
  await i18n.loadNamespaces(['posts']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: me });
  serve([post]);
});

/** Both orders in which two messages may be handled. */
const orders = [
  ['in order', <T,>(pair: T[]) => pair],
  ['in reverse order', <T,>(pair: T[]) => pair.toReversed()],
] as const;

describe('two messages about one post', () => {
  it.each(orders)('a comment and a like %s: the comment is shown with the newest counts', async (_name, ordered) => {
    await open();
    const messages = [
      () => arrives(commentCreated, { ...counts(3, 1, 8), comment: shared(comment) }),
      () => arrives(postLikes, counts(4, 1, 9)),
    ];
    for (const handle of ordered(messages)) handle();
    const after = shown();
    expect(after).toEqual({ posts: ['As written'], likes: '4', count: '1', comments: ['hello'] });
    serve([{ ...post, ...counts(4, 1, 9), Comments: 1 }], [comment]);
    await refetchAll();
    expect(shown()).toEqual(after);
  });

  it.each(orders)('an edit and a like %s: both are shown', async (_name, ordered) => {
    await open();
    const edited = { ...post, Content: 'As edited', Edited_At: '2026-02-02T00:00:00.000Z', version: 2 };
    const messages = [() => arrives(postUpdated, sharedPostOf(edited)), () => arrives(postLikes, counts(4, 0, 8))];
    for (const handle of ordered(messages)) handle();
    const after = shown();
    expect(after).toMatchObject({ posts: ['As edited'], likes: '4' });
    serve([{ ...edited, ...counts(4, 0, 8) }]);
    await refetchAll();
    expect(shown()).toEqual(after);
  });

  it.each(orders)('a comment and its removal %s: the comment is gone', async (_name, ordered) => {
    await open();
    const messages = [
      () => arrives(commentCreated, { ...counts(3, 1, 8), comment: shared(comment) }),
      () => arrives(commentRemoved, { ...counts(3, 0, 9), comment_id: comment.ID, version: 2 }),
    ];
    for (const handle of ordered(messages)) handle();
    expect(shown()).toMatchObject({ count: '0', comments: [] });
  });
});

describe('an own post', () => {
  const own = aPost({ User: me.ID, User_Name: me.Name, Content: 'Mine', Can: { edit: true, delete: true, report: true } });

  it.each([
    ['before', true],
    ['after', false],
  ])('is shown once at the top when its message comes %s the answer, also with a list requested before', async (_name, isFirst) => {
    const society = asMember(aSociety());
    onCall(getSocietiesByUser, () => yes(getSocietiesByUser, [society]));
    const answer = deferred<ReturnType<typeof yes>>();
    onCall(createPost, () => answer.promise);
    const { user } = show(
      <>
        <Composer me={me} />
        <PostList source={{ kind: 'feed' }} empty={null} />
      </>,
    );
    await screen.findByText('As written');
    await user.click(await screen.findByRole('button', { name: /What's on your mind/ }));
    await user.type(await screen.findByRole('textbox', { name: /What's on your mind/ }), 'Mine');
    await user.click(screen.getByRole('button', { name: 'Post' }));
    const handlers = [() => arrives(postCreated, sharedPostOf(own)), () => answer.give(yes(createPost, own))];
    for (const handle of isFirst ? handlers : handlers.toReversed()) {
      handle();
      await isShown();
    }
    expect(shown().posts).toEqual(['Mine', 'As written']);
    expect(screen.queryByRole('button', { name: /new post/ })).toBeNull();
  });
});

describe('deleting an own comment', () => {
  it.each([
    ['accepted', () => yes(deleteComment, { Likes: 3, CommentsCount: 0, rev: 8 })],
    ['not found', () => no(404, 'not_found', 'Not found.')],
  ])('is counted once when its message comes before the answer that it is %s', async (_name, reply) => {
    serve([{ ...post, CommentsCount: 1, Comments: 1 }], [mine]);
    const answer = deferred<{ status: number; body: unknown }>();
    onCall(deleteComment, () => answer.promise);
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete Comment' }));
    arrives(commentRemoved, { ...counts(3, 0, 8), comment_id: mine.ID, version: 2 });
    await waitFor(() => expect(shown()).toMatchObject({ count: '0', comments: [] }));
    answer.give(reply());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(shown()).toMatchObject({ count: '0', comments: [] });
  });
});

describe('a block', () => {
  it.each([
    ['the blocker', 'block', comment.User],
    ['the blocked person, who receives only a privacy change', 'privacy', me.ID],
  ] as const)('removes the comments too, for %s', async (_name, kind, id) => {
    serve([{ ...post, CommentsCount: 1, Comments: 1 }], [comment]);
    await open();
    await waitFor(() => expect(shown().comments).toEqual(['hello']));
    serve([{ ...post, CommentsCount: 1, Comments: 1 }], []);
    arrives(ownChanged, { kind, id, on: true, version: 1 });
    await waitFor(() => expect(shown().comments).toEqual([]));
    expect(shown().count).toBe('1');
  });
});

describe('a disconnect while joins are pending', () => {
  it('joins again from the last current stream id, and applies missed messages once', async () => {
    watchView();
    await open();
    comesIntoView();
    await isShown();
    const place = positionMoves();
    joined.length = 0;
    breaks();
    holdJoins();
    comesBack();
    arrives(postLikes, counts(4, 0, 8));
    breaks();
    holdJoins();
    comesBack();
    expect(new Set(joined.map(({ since }) => since))).toEqual(new Set([place]));
    arrives(postLikes, counts(4, 0, 8));
    arrives(postLikes, counts(5, 0, 9));
    joinsAnswered();
    await act(async () => {});
    expect(shown().likes).toBe('5');
  });
});
