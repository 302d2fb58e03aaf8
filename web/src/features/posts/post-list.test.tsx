import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { Profiler } from 'react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { membershipChanged } from '#models/contract/members';
import {
  getAllPosts,
  getPost,
  getPostsBySociety,
  type Post,
  postCreated,
  postLikes,
  postRemoved,
  postUpdated,
} from '#models/contract/posts';
import { userUpdated } from '#models/contract/profiles';
import { roomOf } from '#models/contract/rooms';
import { societyUpdated } from '#models/contract/societies';
import { ownChanged } from '#models/contract/users';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { clearUserState } from '@/lib/user-change';
import { deferred } from '@/testing/deferred';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import {
  answerJoinsWith,
  arrives,
  comesIntoView,
  connectSocket,
  holdJoins,
  joined,
  joinsAnswered,
  positionMoves,
  roomsLeft,
  watchView,
} from '@/testing/fake-socket';
import { aPost, aSociety, aUser, newId, sharedPostOf } from '@/testing/fixtures';
import { refetchAll } from '@/testing/refetch';
import { show } from '@/testing/render';
import { sharedSocietyOf } from '@/testing/society-fixtures';
import { PostCard } from './post-card';
import { PostList } from './post-list';
import { posts } from './posts.store';

const me = aUser();
const named = (Content: string, fields: Partial<Post> = {}) => aPost({ Content, ...fields });
const serve = (found: Post[]) => onCall(getAllPosts, () => yes(getAllPosts, found, { next: null }));
const list = (insertions = {}) => <PostList source={{ kind: 'feed' }} empty={<p>No posts available.</p>} {...insertions} />;
const contents = () => screen.queryAllByRole('article').map((card) => card.querySelector('p')?.textContent);
const pill = () => screen.queryByRole('button', { name: /new post/ });
const createsPost = (post: Post) => arrives(postCreated, sharedPostOf(post));
async function open(found: Post[]) {
  serve(found);
  const view = show(list());
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull());
  return view;
}

beforeAll(async () => {
  await i18n.loadNamespaces(['posts']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: me });
  window.scrollTo = vi.fn();
});

describe('the feed', () => {
  it('shows author, role, society, text and permitted buttons', async () => {
    await open([named('Hello', { User_Name: 'Omar Khalil', User_Role: 'moderator' })]);
    const card = within(screen.getByRole('article', { name: 'Post by Omar Khalil' }));
    expect(card.getByText('Hello')).toBeDefined();
    expect(card.getByText('Moderator')).toBeDefined();
    expect(card.getByRole('link', { name: 'Omar Khalil' }).getAttribute('href')).toMatch(/^\/users\//);
    expect(card.getByRole('link', { name: 'Robotics Society' }).getAttribute('href')).toMatch(/^\/societies\//);
    for (const name of ['Like', 'Comment', 'Report']) expect(card.getByRole('button', { name })).toBeDefined();
  });

  it('names the society at each post, but not in its own timeline', async () => {
    const found = [named('Hello', { Society_Name: 'Debate Club' })];
    await open(found);
    expect(screen.getByRole('link', { name: 'Debate Club' })).toBeDefined();
    cleanup();
    onCall(getPostsBySociety, () => yes(getPostsBySociety, found, { next: null }));
    show(<PostList source={{ kind: 'society', id: found[0]!.Society_ID }} empty="none" />);
    expect(await screen.findByText('Hello')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Debate Club' })).toBeNull();
    expect(within(screen.getByRole('article')).getByRole('link', { name: found[0]!.User_Name })).toBeDefined();
  });

  it('shows placeholders for missing fields', async () => {
    await open([named('', { User_Name: '', Society_Name: '', CreatedAt: 'never' })]);
    for (const words of ['Unknown User', 'Unknown Society', 'Unknown time', 'No content available'])
      expect(screen.getByText(words)).toBeDefined();
  });

  it('shows a text when it is empty', async () => {
    await open([]);
    expect(screen.getByText('No posts available.')).toBeDefined();
  });

  it('shows a load error in place, without a toast, with a retry', async () => {
    onCall(getAllPosts, () => no(500, 'internal', 'Boom'));
    const { user } = show(list());
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByText(/Server error/)).toBeNull();
    serve([named('Hello')]);
    await user.click(again);
    await waitFor(() => expect(contents()).toEqual(['Hello']));
  });

  it('keeps the loaded posts when a refetch fails', async () => {
    await open([named('Hello')]);
    onCall(getAllPosts, () => no(404, 'not_found', 'Not found.'));
    await refetchAll();
    expect(contents()).toEqual(['Hello']);
  });

  it('shows inserted content at its place, or at the end of a shorter list', async () => {
    serve([named('one'), named('two')]);
    const parts = ['first', 'last'].map((what, i) => ({ after: i ? 8 : 1, content: <p>{what}</p> }));
    show(list({ insertions: parts }));
    await screen.findByText('one');
    const order = ['one', 'first', 'two', 'last'].map((words) => screen.getByText(words));
    for (const [i, element] of order.slice(1).entries()) {
      expect(order[i]!.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    }
  });

  it('rerenders one card for a change of one post', async () => {
    const [one, two] = [named('one'), named('two')];
    posts.merge([one, two]);
    const drawn = vi.fn();
    const cards = [one, two].map(({ ID }) => (
      <Profiler key={ID} id={ID} onRender={drawn}>
        <PostCard id={ID} />
      </Profiler>
    ));
    show(cards);
    drawn.mockClear();
    act(() => posts.patch(one.ID, { Likes: 3, rev: 2 }));
    expect(new Set(drawn.mock.calls.map(([id]) => id))).toEqual(new Set([one.ID]));
  });
});

describe('a new post', () => {
  it('is held back behind a pill, then shown where a refetch would put it', async () => {
    const old = named('old');
    const { user } = await open([old]);
    const [second, third] = [named('second'), named('third')];
    createsPost(second);
    createsPost(third);
    createsPost(second);
    expect(contents()).toEqual(['old']);
    await user.click(screen.getByRole('button', { name: '2 new posts' }));
    expect(contents()).toEqual(['third', 'second', 'old']);
    expect(window.scrollTo).toHaveBeenCalled();
    expect(pill()).toBeNull();
    createsPost(third);
    expect(pill()).toBeNull();
    serve([third, second, old]);
    await refetchAll();
    expect(contents()).toEqual(['third', 'second', 'old']);
  });

  it('that is removed leaves the list and the held-back posts, and does not come back', async () => {
    const [old, other] = [named('old'), named('kept')];
    await open([old, other]);
    const fresh = named('fresh');
    createsPost(fresh);
    for (const { ID, Society_ID } of [fresh, old, old]) arrives(postRemoved, { post_id: ID, society_id: Society_ID, version: 9 });
    expect(pill()).toBeNull();
    expect(contents()).toEqual(['kept']);
    serve([other]);
    await refetchAll();
    expect(contents()).toEqual(['kept']);
  });

  it('that is edited equals a refetch; a stale message changes nothing', async () => {
    const post = named('as written');
    await open([post]);
    const edited = { ...post, Content: 'as edited', Edited_At: new Date().toISOString(), version: 2 };
    const shared = sharedPostOf(edited);
    arrives(postUpdated, shared);
    arrives(postUpdated, { ...shared, Content: 'older', version: 1 });
    expect(contents()).toEqual(['as edited']);
    serve([edited]);
    await refetchAll();
    expect(contents()).toEqual(['as edited']);
  });

  it('is held back also when a refetch brings it', async () => {
    const [old, fresh] = [named('old'), named('fresh')];
    const { user } = await open([old]);
    serve([fresh, old]);
    await refetchAll();
    expect(contents()).toEqual(['old']);
    await user.click(screen.getByRole('button', { name: '1 new post' }));
    expect(contents()).toEqual(['fresh', 'old']);
  });

  it('that was held back and removed is no longer held back after a refetch', async () => {
    const old = named('old');
    await open([old]);
    createsPost(named('gone'));
    expect(pill()).toBeDefined();
    await refetchAll();
    expect(pill()).toBeNull();
  });

  it('received while the list is being fetched is not lost', async () => {
    const answer = deferred<ReturnType<typeof yes>>();
    onCall(getAllPosts, () => answer.promise);
    show(list());
    await waitFor(() => expect(requests).toHaveLength(1));
    createsPost(named('meanwhile'));
    answer.give(yes(getAllPosts, [named('old', { CreatedAt: '2025-01-01T00:00:00Z' })], { next: null }));
    await waitFor(() => expect(contents()).toEqual(['old']));
    expect(pill()?.textContent).toBe('1 new post');
  });

  it('is shown at once in an empty list, and in any list if it is the viewer’s own', async () => {
    await open([]);
    createsPost(named('first'));
    expect(contents()).toEqual(['first']);
    createsPost(named('second'));
    createsPost(named('own', { User: me.ID }));
    expect(contents()).toEqual(['own', 'second', 'first']);
    expect(pill()).toBeNull();
  });

  it('that is already loaded keeps the own like and the newer counts', async () => {
    const post = named('liked', { Likes: 4, rev: 5, Is_Liked: true });
    await open([post]);
    arrives(postCreated, { ...sharedPostOf(post), Likes: 1, rev: 2 });
    const like = screen.getByRole('button', { name: 'Like' });
    expect([like.textContent, like.getAttribute('aria-pressed')]).toEqual(['4', 'true']);
  });
});

describe('changed rights', () => {
  const change = { Role: 'member' as const, Member_Count: 2, Event_Count: 0, Post_Count: 1, rev: 2 };

  it('refetch after the viewer’s own change of membership, not after others’', async () => {
    const old = named('old');
    await open([old]);
    serve([old, named('inside', { CreatedAt: '2025-01-01T00:00:00Z' })]);
    arrives(membershipChanged, { ...change, society_id: newId(), user_id: newId() });
    expect(requests).toHaveLength(1);
    arrives(membershipChanged, { ...change, society_id: newId(), user_id: me.ID });
    await waitFor(() => expect(contents()).toEqual(['old', 'inside']));
  });

  it('remove the posts of a lost room', async () => {
    const [visible, closed] = [named('open'), named('closed')];
    await open([closed, visible]);
    serve([visible]);
    roomsLeft([roomOf('post', closed.ID)]);
    await waitFor(() => expect(contents()).toEqual(['open']));
  });

  it('do not refetch for the lost room of a removed post', async () => {
    const [stays, removed] = [named('stays'), named('removed')];
    await open([removed, stays]);
    arrives(postRemoved, { post_id: removed.ID, society_id: removed.Society_ID, version: 9 });
    roomsLeft([roomOf('post', removed.ID)], 'not_found');
    expect(contents()).toEqual(['stays']);
    expect(requests).toHaveLength(1);
  });

  it('leave the page unchanged when the session ended', async () => {
    const post = named('open');
    await open([post]);
    roomsLeft([roomOf('post', post.ID)], 'unauthorized');
    expect(requests).toHaveLength(1);
  });
});

describe('the room of a post card', () => {
  it('replays from the fetch, or from when the card went out of view', async () => {
    watchView();
    const fetchedAt = positionMoves();
    const post = named('Hello');
    await open([post]);
    positionMoves();
    joined.length = 0;
    comesIntoView();
    await waitFor(() => expect(joined).toEqual([{ rooms: [roomOf('post', post.ID)], since: fetchedAt }]));
    const leftAt = positionMoves();
    comesIntoView(false);
    await act(async () => {});
    positionMoves();
    comesIntoView();
    await waitFor(() => expect(joined.at(-1)?.since).toBe(leftAt));
    arrives(postLikes, { post_id: post.ID, Likes: 2, CommentsCount: 0, rev: 9 });
    expect(screen.getByRole('button', { name: 'Like' }).textContent).toBe('2');
  });

  it('replays from the fetch if its join was not answered before the card went out of view', async () => {
    watchView();
    const fetchedAt = positionMoves();
    const post = named('Hello');
    await open([post]);
    positionMoves();
    joined.length = 0;
    holdJoins();
    comesIntoView();
    await waitFor(() => expect(joined).toHaveLength(1));
    comesIntoView(false);
    await act(async () => {});
    joinsAnswered();
    comesIntoView();
    await waitFor(() => expect(joined.map(({ since }) => since)).toEqual([fetchedAt, fetchedAt]));
  });

  it('refetches only its post when a replay is not possible', async () => {
    watchView();
    positionMoves();
    const post = named('Hello');
    await open([post]);
    positionMoves();
    onCall(getPost, () => yes(getPost, { ...post, Likes: 7, rev: 9 }));
    answerJoinsWith({ resync: true });
    comesIntoView();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Like' }).textContent).toBe('7'));
    expect(requests.map(({ path }) => path)).toEqual([getAllPosts.path, getPost.path]);
    answerJoinsWith();
  });

  it('removes a post that the refetch no longer finds', async () => {
    watchView();
    positionMoves();
    await open([named('Hello'), named('Other')]);
    positionMoves();
    const [gone] = posts.all();
    onCall(getPost, ({ query }) =>
      query.get('post_id') === gone?.ID ? no(404, 'not_found', 'Not found.') : yes(getPost, posts.get(query.get('post_id') ?? '')!),
    );
    answerJoinsWith({ resync: true });
    comesIntoView();
    await waitFor(() => expect(contents()).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
    answerJoinsWith();
  });
});

it('held-back posts are cleared for the next user', async () => {
  const { unmount } = await open([named('old')]);
  createsPost(named('fresh'));
  unmount();
  act(() => clearUserState());
  await open([named('theirs')]);
  expect(pill()).toBeNull();
});

describe('the author and the society of a post', () => {
  it('have their new names after a live message: the author', async () => {
    const post = named('Hello', { User_Name: 'Old Name' });
    await open([post, named('Other', { User_Name: 'Somebody' })]);
    arrives(userUpdated, { user_id: post.User, Name: 'New Name', Image: '', version: 2 });
    await waitFor(() => expect(screen.getByRole('article', { name: 'Post by New Name' })).toBeDefined());
    expect(screen.getByRole('article', { name: 'Post by Somebody' })).toBeDefined();
  });

  it('have their new names after a live message: the society', async () => {
    const society = aSociety();
    await open([named('Hello', { Society_ID: society.ID })]);
    arrives(societyUpdated, { ...sharedSocietyOf(society), Name: 'Robots', version: society.version + 1 });
    expect(await screen.findByRole('link', { name: 'Robots' })).toBeDefined();
  });

  it('disappear after a block of the author', async () => {
    const [post, other] = [named('Hello'), named('Other')];
    await open([post, other]);
    serve([other]);
    arrives(ownChanged, { kind: 'block', id: me.ID, on: true, version: 1 });
    await waitFor(() => expect(contents()).toEqual(['Other']));
  });
});
