import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPost, getAllPosts, postCreated } from '#models/contract/posts';
import { reportPost } from '#models/contract/reports';
import { getSocietiesByUser, type Society } from '#models/contract/societies';
import { importImage, uploadImage } from '#models/contract/uploads';
import { remember } from '@/lib/account-memory';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { deferred } from '@/testing/deferred';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aPost, aSociety, aUser, newId, sharedPostOf } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { Composer } from './composer';
import { PostList } from './post-list';

const me = aUser();
const can = (society: Society, post: boolean): Society => ({ ...society, Can: { ...society.Can, post } });
const [robots, hikers] = [can(aSociety({ Name: 'Robotics' }), true), can(aSociety({ Name: 'Hikers' }), true)];
const closed = can(aSociety({ Name: 'Admins only' }), false);
const serve = (own: Society[]) => onCall(getSocietiesByUser, () => yes(getSocietiesByUser, own));
const page = (
  <>
    <Composer me={me} />
    <PostList source={{ kind: 'feed' }} empty={null} />
  </>
);
const sent = (path: string) => requests.filter((request) => request.path === path);

beforeAll(async () => {
  await i18n.loadNamespaces(['posts']);
  await connectSocket();
});
const setWidth = (isWide: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches: isWide, addEventListener: () => {}, removeEventListener: () => {} }));
beforeEach(() => {
  localStorage.clear();
  setWidth(true);
  useSession.setState({ status: 'in', user: me });
  serve([robots, closed, hikers]);
  onCall(getAllPosts, () => yes(getAllPosts, [], { next: null }));
});

describe('the create-post box', () => {
  const prompt = () => screen.findByRole('button', { name: "What's on your mind?" });
  async function open() {
    const view = show(page);
    await waitFor(async () => expect(await prompt()).toHaveProperty('disabled', false));
    await view.user.click(await prompt());
    const field = await screen.findByRole('textbox', { name: "What's on your mind?" });
    return { ...view, field, post: screen.getByRole('button', { name: 'Post' }), society: screen.getByLabelText(/Society/) };
  }

  it('opens a focused form with the first society chosen', async () => {
    const { field, post, society } = await open();
    expect(document.activeElement).toBe(field);
    expect(society).toHaveProperty('value', robots.ID);
    expect(within(society).queryByText('Admins only')).toBeNull();
    expect(society).toHaveProperty('required', true);
    expect(post).toHaveProperty('disabled', true);
  });

  it('does not send blank text', async () => {
    const { user, field, post } = await open();
    await user.type(field, '   ');
    expect(post).toHaveProperty('disabled', true);
  });

  it('sends trimmed text and an image or empty string, closes, and shows the post at once', async () => {
    const made = aPost({ User: me.ID, Content: 'Hello' });
    const answer = deferred<ReturnType<typeof yes>>();
    onCall(createPost, () => answer.promise);
    const { user, field, post, society } = await open();
    await user.type(field, '  Hello ');
    await user.selectOptions(society, hikers.ID);
    await user.click(post);
    expect(screen.getByRole('button', { name: 'Posting...' }).getAttribute('aria-disabled')).toBe('true');
    arrives(postCreated, sharedPostOf(made));
    answer.give(yes(createPost, made));
    expect(await screen.findByText('Post created successfully!')).toBeDefined();
    expect(sent(createPost.path).map(({ body }) => body)).toEqual([{ society_id: hikers.ID, content: 'Hello', image: '' }]);
    expect(screen.getAllByRole('article')).toHaveLength(1);
    await waitFor(async () => expect(document.activeElement).toBe(await prompt()));
  });

  it('asks before it discards a draft, then closes and clears it', async () => {
    onCall(importImage, () => deferred<ReturnType<typeof no>>().promise);
    const { user, field } = await open();
    await user.type(field, 'Hello');
    await user.click(screen.getByRole('button', { name: 'or paste a link' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Image URL' }));
    await user.type(screen.getByRole('textbox', { name: 'Image URL' }), 'https://pictures.example/a.png');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await user.click(await prompt());
    expect(await screen.findByRole('textbox', { name: "What's on your mind?" })).toHaveProperty('value', '');
    expect(screen.queryByRole('textbox', { name: 'Image URL' })).toBeNull();
  });

  it('begins with the society that was posted in last, in this browser and for this account', async () => {
    onCall(createPost, () => yes(createPost, aPost({ User: me.ID })));
    const { user, field, post, society } = await open();
    await user.type(field, 'Hello');
    await user.selectOptions(society, hikers.ID);
    await user.click(post);
    await user.click(await prompt());
    expect(await screen.findByLabelText(/Society/)).toHaveProperty('value', hikers.ID);
  });

  it('is no chooser of another account’s last society', async () => {
    remember('last-society', newId(), hikers.ID);
    const { society } = await open();
    expect(society).toHaveProperty('value', robots.ID);
  });

  it('opens with a photo that was chosen first, and uploads it once', async () => {
    const photo = new File([new Uint8Array(10)], 'finals.png', { type: 'image/png' });
    onCall(uploadImage, () => yes(uploadImage, { ID: newId(), Image: '/uploads/0123456789abcdef01234567', Width: 10, Height: 10 }));
    const { container } = show(page);
    const choose = await screen.findByRole('button', { name: 'Add a photo' });
    await waitFor(() => expect(choose).toHaveProperty('disabled', false));
    fireEvent.change(container.querySelector('input[type=file]')!, { target: { files: [photo] } });
    await waitFor(() => expect(sent(uploadImage.path)).toHaveLength(1));
    expect(await screen.findByRole('img', { name: 'The chosen image' })).toBeDefined();
    expect(sent(uploadImage.path)).toHaveLength(1);
  });

  it('opens as a dialog of full height on a phone, with the society first', async () => {
    setWidth(false);
    const { user } = show(page);
    await waitFor(async () => expect(await prompt()).toHaveProperty('disabled', false));
    await user.click(await prompt());
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Post' }));
    const [society, text] = [dialog.getByLabelText(/Society/), dialog.getByRole('textbox', { name: "What's on your mind?" })];
    expect(society.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each([
    ['400', no(400, 'validation_failed', 'Some fields'), 'Failed to create post'],
    ['401', no(401, 'unauthorized', 'Please log in.'), 'Unauthorized - please log in again.'],
    ['403', no(403, 'forbidden', 'No'), 'Failed to create post'],
    ['429', no(429, 'too_many_requests', 'Too many'), 'Failed to create post'],
    ['500', no(500, 'internal', 'Boom'), 'Failed to create post'],
    ['nothing', 'offline' as const, 'An error occurred while creating the post'],
  ])('keeps the typed text when the answer is %s, with one toast', async (_name, reply, text) => {
    onCall(createPost, () => reply);
    const { user, field, post } = await open();
    await user.type(field, 'Hello');
    await user.click(post);
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(field).toHaveProperty('value', 'Hello');
    expect(screen.getByRole('button', { name: 'Post' })).toBeDefined();
  });

  it('explains why a user without a postable society cannot post', async () => {
    serve([closed]);
    show(page);
    expect(await screen.findByText(/Join a society to post/)).toBeDefined();
    expect(await prompt()).toHaveProperty('disabled', true);
  });

  it('offers a retry when the societies do not load', async () => {
    onCall(getSocietiesByUser, () => no(500, 'internal', 'Boom'));
    const { user } = show(page);
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve([robots]);
    await user.click(again);
    await waitFor(async () => expect(await prompt()).toHaveProperty('disabled', false));
  });
});

describe('the report dialog of a post', () => {
  const post = aPost();
  async function open() {
    onCall(getAllPosts, () => yes(getAllPosts, [post], { next: null }));
    const view = show(page);
    await view.user.click(await screen.findByRole('button', { name: 'Report' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Report this post' }));
    return { ...view, field: dialog.getByRole('textbox'), send: dialog.getByRole('button', { name: 'Report this post' }) };
  }

  it('opens empty, and is not sent blank', async () => {
    const { user, field, send } = await open();
    expect(field).toHaveProperty('value', '');
    await user.type(field, '  ');
    await user.click(send);
    expect(await screen.findByText('Please enter a report message.')).toBeDefined();
    expect(sent(reportPost.path)).toHaveLength(0);
  });

  it('sends trimmed text, closes, and returns the focus', async () => {
    onCall(reportPost, () => yes(reportPost, { ID: post.ID }));
    const { user, field, send } = await open();
    await user.type(field, ' It is spam ');
    await user.click(send);
    expect(await screen.findByText('Post reported successfully.')).toBeDefined();
    expect(sent(reportPost.path)[0]?.body).toEqual({ post_id: post.ID, message: 'It is spam' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Report' })));
  });

  it.each([
    ['404', no(404, 'not_found', 'Not found.'), 'Failed to report post.'],
    ['401', no(401, 'unauthorized', 'Please log in.'), 'Unauthorized - please log in again.'],
    ['nothing', 'offline' as const, 'An error occurred while reporting the post.'],
  ])('keeps the typed text when the answer is %s, with one toast', async (_name, reply, text) => {
    onCall(reportPost, () => reply);
    const { user, field, send } = await open();
    await user.type(field, 'It is spam');
    await user.click(send);
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(field).toHaveProperty('value', 'It is spam');
  });
});
