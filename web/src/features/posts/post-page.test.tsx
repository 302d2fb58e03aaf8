import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Comment, getComments } from '#models/contract/comments';
import { deletePost, getAllPosts, getPost, type Post, postRemoved, postUpdated, updatePost } from '#models/contract/posts';
import { reportThing } from '#models/contract/reports';
import { roomOf } from '#models/contract/rooms';
import { societyCounts } from '#models/contract/societies';
import { getTrendingPosts } from '#models/contract/trending';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import PostPage from '@/pages/post-page';
import { testFailures } from '@/testing/failures';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket, joined } from '@/testing/fake-socket';
import { aComment, aPost, aUser, newId, sharedPostOf } from '@/testing/fixtures';
import { isShown } from '@/testing/refetch';
import { show } from '@/testing/render';
import { PostList } from './post-list';

const me = aUser();
const own = (fields: Partial<Post> = {}) =>
  aPost({ User: me.ID, User_Name: me.Name, Content: 'As written', Can: { edit: true, delete: true, report: true }, ...fields });

function serve(post: Post, comments: Comment[] = []) {
  onCall(getPost, () => yes(getPost, post));
  onCall(getComments, () => yes(getComments, comments, { next: null }));
}
const page = (id: string) =>
  show(
    <Routes>
      <Route path="/" element={<p>home</p>} />
      <Route path="/login" element={<p>login</p>} />
      <Route path="/posts/:id" element={<PostPage />} />
    </Routes>,
    { at: `/posts/${id}` },
  );
async function open(post: Post, comments: Comment[] = []) {
  serve(post, comments);
  const view = page(post.ID);
  const card = within(await screen.findByRole('article'));
  const choose = async (name: string) => {
    await view.user.click(card.getByRole('button', { name: 'More about this post' }));
    await view.user.click(await screen.findByRole('menuitem', { name }));
  };
  return { ...view, card, choose };
}
const sent = (path: string) => requests.filter((request) => request.path === path);
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

beforeAll(async () => {
  await i18n.loadNamespaces(['posts']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: me });
  onCall(getTrendingPosts, () => yes(getTrendingPosts, [], { next: null }));
});

describe('the page of a post', () => {
  it('shows the post with open comments, and its author in the title', async () => {
    const { card } = await open(aPost({ User_Name: 'Omar Khalil', CommentsCount: 1 }), [aComment({ Content: 'Well done!' })]);
    expect(await card.findByText('Well done!')).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Post by Omar Khalil');
    expect(document.title).toBe('Post by Omar Khalil · Nadi');
    await isShown();
    expect(document.activeElement).toBe(document.body);
    for (const name of ['Like', 'Comment', 'Share', 'Report']) expect(card.getByRole('button', { name })).toBeDefined();
    expect(card.queryByRole('button', { name: 'More about this post' })).toBeNull();
  });

  it('has a live list of trending posts beside it on a wide screen; a phone does not fetch it', async () => {
    const other = { ...aPost({ Content: 'Elsewhere', Likes: 4 }), title: 'Elsewhere', score: 4 };
    onCall(getTrendingPosts, () => yes(getTrendingPosts, [other], { next: null }));
    const { unmount } = await open(aPost());
    expect((await screen.findByRole('link', { name: 'Elsewhere' })).getAttribute('href')).toBe(`/posts/${other.ID}`);
    await waitFor(() => expect(joined.flatMap(({ rooms }) => rooms)).toContain(roomOf('feed')));
    unmount();
    const { matchMedia } = window;
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
    const request = sent(getTrendingPosts.path).length;
    await open(aPost());
    await isShown();
    expect([screen.queryByRole('link', { name: 'Elsewhere' }), sent(getTrendingPosts.path).length]).toEqual([null, request]);
    vi.stubGlobal('matchMedia', matchMedia);
  });

  it('shows a visitor counts and a login link, and fetches no comments', async () => {
    useSession.setState({ status: 'out', user: null });
    const { user, card, place } = await open(aPost({ Likes: 3, CommentsCount: 1 }));
    expect(card.getByText('3 Likes • 1 Comment')).toBeDefined();
    expect(card.queryByRole('button')).toBeNull();
    expect(sent(getComments.path)).toEqual([]);
    await user.click(screen.getByRole('link', { name: 'Log in to read and write comments' }));
    expect(place()).toBe('/login');
  });

  it.each([
    ['404', no(404, 'not_found', 'Not found.')],
    ['400', no(400, 'validation_failed', 'Some fields are not valid.')],
  ])('shows that the post is missing when the answer is %s, without a toast', async (_status, reply) => {
    onCall(getPost, () => reply);
    page(aPost().ID);
    await heading('Post not found');
    expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows a load error in place, with a retry', async () => {
    const post = aPost();
    onCall(getPost, () => no(500, 'internal', 'Boom'));
    const { user } = page(post.ID);
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve(post);
    await user.click(again);
    expect(await screen.findByRole('article')).toBeDefined();
    expect(screen.queryByText(/Server error/)).toBeNull();
  });

  it('shows an edit at once, and a notice when the post is removed', async () => {
    const post = aPost({ Content: 'As written' });
    const { card } = await open(post);
    arrives(postUpdated, sharedPostOf({ ...post, Content: 'As edited', Edited_At: '2026-02-02T00:00:00.000Z', version: 2 }));
    expect(card.getByText('As edited')).toBeDefined();
    expect(card.getByText('· edited')).toBeDefined();
    arrives(postRemoved, { post_id: post.ID, society_id: post.Society_ID, version: 3 });
    await heading('This post was removed');
    expect(screen.queryByRole('article')).toBeNull();
  });

  it("shows a visitor a restored post again when its society's counts change", async () => {
    useSession.setState({ status: 'out', user: null });
    const post = aPost({ Content: 'As written' });
    const counts = { society_id: post.Society_ID, Member_Count: 3, Event_Count: 0, Post_Count: 1, rev: 9 };
    await open(post);
    arrives(postRemoved, { post_id: post.ID, society_id: post.Society_ID, version: 2 });
    await heading('This post was removed');
    onCall(getPost, () => no(404, 'not_found', 'Not found.'));
    arrives(societyCounts, counts);
    await isShown();
    await heading('This post was removed');
    serve({ ...post, version: 3 });
    arrives(societyCounts, { ...counts, society_id: newId(), rev: 10 });
    await isShown();
    expect(screen.queryByRole('article')).toBeNull();
    arrives(societyCounts, { ...counts, Post_Count: 2, rev: 10 });
    expect(await screen.findByText('As written')).toBeDefined();
  });

  it('is translated to Arabic', async () => {
    await chooseLanguage('ar');
    await open(aPost({ User_Name: 'عمر خليل' }));
    expect(screen.getByRole('button', { name: 'مشاركة' })).toBeDefined();
    expect(document.title).toBe('منشور من عمر خليل · نادي');
  });
});

describe('sharing a post', () => {
  it.each([
    [true, 'Link copied to clipboard'],
    [false, 'The link could not be copied.'],
  ])('copies the URL, with a toast of the outcome (permitted: %s)', async (isAllowed, words) => {
    const copied: string[] = [];
    const writeText = async (text: string) => (isAllowed ? void copied.push(text) : Promise.reject(new Error('refused')));
    const post = aPost();
    const { user, card } = await open(post);
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as unknown as Clipboard);
    document.execCommand = () => false;
    await user.click(card.getByRole('button', { name: 'Share' }));
    expect(await screen.findByText(words)).toBeDefined();
    expect(copied).toEqual(isAllowed ? [`${window.location.origin}/posts/${post.ID}`] : []);
  });
});

describe('editing a post', () => {
  async function edit(post: Post) {
    const view = await open(post);
    await view.choose('Edit');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Post' }));
    const text = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
    const save = dialog.getByRole('button', { name: 'Save Changes' });
    return { ...view, dialog, text, save };
  }

  it('is offered if permitted, and sends only changed fields', async () => {
    const post = own({ Image: '/uploads/1' });
    const { user, text, save, card } = await edit(post);
    const edited = { ...post, Content: 'As edited', Edited_At: '2026-02-02T00:00:00.000Z', version: 2 };
    onCall(updatePost, () => yes(updatePost, edited));
    expect(text.value).toBe('As written');
    await user.clear(text);
    expect(save).toHaveProperty('disabled', true);
    await user.type(text, '  As edited ');
    await user.click(save);
    expect(await screen.findByText('Post updated')).toBeDefined();
    expect(sent(updatePost.path).map(({ body }) => body)).toEqual([{ post_id: post.ID, content: 'As edited' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(card.getByText('As edited')).toBeDefined();
    expect(card.getByText('· edited')).toBeDefined();
  });

  it('sends nothing when nothing has changed', async () => {
    const { user, save } = await edit(own());
    await user.click(save);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(updatePost.path)).toEqual([]);
  });

  testFailures('keeps the typed text, with one toast, when the answer is %s', async (_name, reply, words) => {
    const { user, text, save, card } = await edit(own());
    onCall(updatePost, () => reply);
    await user.type(text, ' and more');
    await user.click(save);
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(text.value).toBe('As written and more');
    expect(card.getByText('As written', { selector: 'p' })).toBeDefined();
  });
});

describe('deleting a post', () => {
  async function remove(post: Post) {
    const view = await open(post);
    await view.choose('Delete');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Post' }));
    return { ...view, dialog, yes: dialog.getByRole('button', { name: 'Delete Post' }) };
  }

  it('asks for confirmation, removes it and navigates home', async () => {
    const post = own();
    const { user, dialog, yes: confirmed, place } = await remove(post);
    onCall(deletePost, () => yes(deletePost, { post_id: post.ID, society_id: post.Society_ID }));
    expect(dialog.getByText(/This action cannot be undone/)).toBeDefined();
    await user.click(confirmed);
    expect(await screen.findByText('Post deleted')).toBeDefined();
    await waitFor(() => expect(place()).toBe('/'));
    expect(sent(deletePost.path)[0]!.query.get('post_id')).toBe(post.ID);
  });

  it('removes the card from its list, and moves the focus to the list', async () => {
    const [post, other] = [own(), aPost({ User_Name: 'Omar Khalil' })];
    onCall(getAllPosts, () => yes(getAllPosts, [post, other], { next: null }));
    onCall(deletePost, () => yes(deletePost, { post_id: post.ID, society_id: post.Society_ID }));
    const { user } = show(<PostList source={{ kind: 'feed' }} empty={null} />);
    await user.click(await screen.findByRole('button', { name: 'More about this post' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete Post' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    const left = screen.getByRole('article', { name: 'Post by Omar Khalil' });
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
    expect(document.activeElement?.contains(left)).toBe(true);
  });

  it('is offered to moderators, without editing', async () => {
    const { user, card } = await open(aPost({ Can: { edit: false, delete: true, report: true } }));
    await user.click(card.getByRole('button', { name: 'More about this post' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Pin to the top', 'Delete']);
  });

  testFailures(
    'leaves the post, with one toast, when the answer is %s',
    async (_name, reply, words) => {
      const { user, yes: confirmed, place } = await remove(own());
      onCall(deletePost, () => reply);
      await user.click(confirmed);
      expect(await screen.findByText(words)).toBeDefined();
      expect(screen.getAllByRole('alert')).toHaveLength(1);
      expect(screen.getByRole('article')).toBeDefined();
      expect(place()).toMatch(/^\/posts\//);
    },
    '404',
  );

  it('removes a post that was already deleted, with a toast', async () => {
    const { user, yes: confirmed } = await remove(own());
    onCall(deletePost, () => no(404, 'not_found', 'Not found.'));
    await user.click(confirmed);
    expect(await screen.findByText('Error 404: Not found.')).toBeDefined();
    await heading('This post was removed');
  });
});

describe('a comment on the post page', () => {
  it('can be reported unless it is the viewer’s own', async () => {
    const [theirs, mine] = [aComment(), aComment({ User: me.ID })];
    onCall(reportThing, () => yes(reportThing, { ID: theirs.ID }));
    const { user, card } = await open(aPost({ CommentsCount: 2 }), [theirs, mine]);
    await user.click(await card.findByRole('button', { name: /View more comments/ }));
    expect(card.getAllByRole('button', { name: 'Report comment' })).toHaveLength(1);
    await user.click(card.getByRole('button', { name: 'Report comment' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Report this comment' }));
    await user.type(dialog.getByRole('textbox'), 'Spam');
    await user.click(dialog.getByRole('button', { name: 'Report this comment' }));
    expect(await screen.findByText('Report sent. Thank you.')).toBeDefined();
    expect(sent(reportThing.path)[0]!.body).toEqual({ kind: 'comment', id: theirs.ID, message: 'Spam' });
  });
});
