import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { pinPost, unpinPost } from '#models/contract/pins';
import { getAllPosts, getPostsBySociety, type Post, postCreated, postUpdated } from '#models/contract/posts';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aPost, aUser, newId, sharedPostOf } from '@/testing/fixtures';
import { refetchAll } from '@/testing/refetch';
import { show } from '@/testing/render';
import { PostList } from './post-list';

const society = newId();
const later = new Date(Date.now() + 3_600_000).toISOString();
const post = (Content: string, fields: Partial<Post> = {}) => aPost({ Content, Society_ID: society, ...fields });
const staff = aUser({ Role: 'admin' });
const member = aUser();
const end = { next: null };

beforeAll(async () => {
  await i18n.loadNamespaces(['posts']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: staff });
});

/** Shows the society's timeline with these posts, given from old to new. */
async function timeline(...posts: Post[]) {
  const found = posts.toReversed();
  onCall(getPostsBySociety, () => yes(getPostsBySociety, found, end));
  const view = show(<PostList source={{ kind: 'society', id: society }} empty={null} />);
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(posts.length));
  return view;
}
const order = () => screen.queryAllByRole('article').map((card) => /first|second|third/.exec(card.textContent ?? '')?.[0]);

it('a pinned post is first on the timeline of its society, with a badge, and one whose time is over at its place', async () => {
  await timeline(post('first', { Pinned_Until: later }), post('second', { Pinned_Until: '2020-01-01T00:00:00.000Z' }), post('third'));
  expect(order()).toEqual(['first', 'third', 'second']);
  expect(screen.getAllByText('Pinned')).toHaveLength(1);
});

it('a new post is held back under a pinned one, also when a refetch brings it', async () => {
  const [pinned, first] = [post('first', { Pinned_Until: later }), post('second')];
  await timeline(pinned, first);
  const found = [post('third'), post('third')];
  arrives(postCreated, sharedPostOf(found[0]!));
  expect(await screen.findByRole('button', { name: '1 new post' })).toBeDefined();
  onCall(getPostsBySociety, () => yes(getPostsBySociety, [pinned, ...found.toReversed(), first], end));
  await refetchAll();
  expect(screen.getByRole('button', { name: '2 new posts' })).toBeDefined();
  expect(order()).toEqual(['first', 'second']);
});

it('a pinned post keeps its place in the feed', async () => {
  const [first, second] = [post('first', { Pinned_Until: later }), post('second')];
  onCall(getAllPosts, () => yes(getAllPosts, [second, first], end));
  show(<PostList source={{ kind: 'feed' }} empty={null} />);
  await waitFor(() => expect(order()).toEqual(['second', 'first']));
});

it('a post that is pinned meanwhile moves to the top at once', async () => {
  const first = post('first');
  await timeline(first, post('second'));
  expect(order()).toEqual(['second', 'first']);
  arrives(postUpdated, { ...sharedPostOf(first), Pinned_Until: later, version: 2 });
  await waitFor(() => expect(order()).toEqual(['first', 'second']));
});

it('a moderator pins a post for some days, and unpins it', async () => {
  const first = post('first');
  const { user } = await timeline(first, post('second'));
  onCall(pinPost, () => yes(pinPost, { ...first, Pinned_Until: later, version: 2 }));
  onCall(unpinPost, () => yes(unpinPost, { ...first, Pinned_Until: first.CreatedAt, version: 3 }));
  const choose = async (name: string, at: number) => {
    await user.click(screen.getAllByRole('button', { name: 'More about this post' })[at]!);
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  await choose('Pin to the top', 1);
  await user.selectOptions(await screen.findByLabelText('Pin it for'), '3');
  await user.click(screen.getByRole('button', { name: 'Pin' }));
  await waitFor(() => expect(order()).toEqual(['first', 'second']));
  const { post_id, pinned_until } = requests.find(({ path }) => path === pinPost.path)!.body as { post_id: string; pinned_until: string };
  expect([post_id, Math.round((Date.parse(pinned_until) - Date.now()) / 86_400_000)]).toEqual([first.ID, 3]);
  await choose('Unpin', 0);
  await waitFor(() => expect(order()).toEqual(['second', 'first']));
});

it('a fourth pin is refused with the reason', async () => {
  const { user } = await timeline(post('first'));
  const words = 'This society has three pinned posts already. Please unpin one of them first.';
  onCall(pinPost, () => no(409, 'pins_full', words));
  await user.click(screen.getByRole('button', { name: 'More about this post' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Pin to the top' }));
  await user.click(await screen.findByRole('button', { name: 'Pin' }));
  expect(await screen.findByText(words)).toBeDefined();
});

it.each([
  ["somebody else's post that they may delete", { Can: { edit: false, delete: true, report: true } }, 1],
  ["somebody else's post that they may not delete", { Can: { edit: false, delete: false, report: true } }, 0],
  ['their own post as a moderator', { User: member.ID, User_Role: 'moderator' }, 1],
  ['their own post as a plain member', { User: member.ID, User_Role: 'member' }, 0],
] as const)('before their societies are loaded, the menu offers to pin %s as the server allows', async (_name, fields, entries) => {
  useSession.setState({ status: 'in', user: member });
  const { user } = await timeline(post('first', { Can: { edit: true, delete: true, report: false }, ...fields }));
  const menus = screen.queryAllByRole('button', { name: 'More about this post' });
  if (menus[0]) await user.click(menus[0]);
  expect(screen.queryAllByRole('menuitem', { name: 'Pin to the top' })).toHaveLength(entries);
});
