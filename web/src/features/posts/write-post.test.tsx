import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { logout } from '#models/contract/auth';
import { createPost, getAllPosts, getPostsBySociety } from '#models/contract/posts';
import { getSocietiesByUser } from '#models/contract/societies';
import { setConnection } from '@/lib/connection';
import { i18n } from '@/lib/i18n';
import { signOut, useSession } from '@/lib/session';
import { saveToken } from '@/lib/token';
import { clearUserState } from '@/lib/user-change';
import { queueKey } from '@/sync/offline-queue-storage';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { aPost, aSociety, aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { Composer } from './composer';
import ComposerDialog from './composer-dialog';
import { PostList } from './post-list';

const me = aUser();
const base = aSociety({ Name: 'Robotics' });
const robots = { ...base, Can: { ...base.Can, post: true } };
const created = aPost({ User: me.ID, User_Name: me.Name, Content: 'From the lift', Society_ID: robots.ID });
const queuedText = 'Will be sent when you are back online';
const promptText = "What's on your mind?";
const onLine = vi.spyOn(navigator, 'onLine', 'get');

const goesOffline = () =>
  act(() => {
    onLine.mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    setConnection('offline');
  });
const comesBack = () =>
  act(async () => {
    onLine.mockReturnValue(true);
    setConnection('online');
    window.dispatchEvent(new Event('online'));
  });
/** The queued posts on the screen, without the toast of the same text. */
const queuedPosts = () => screen.queryAllByRole('article').filter((card) => card.textContent?.includes(queuedText));
const sent = () => requests.filter(({ path }) => path === createPost.path);

async function writesOffline(text = 'From the lift') {
  const view = show(
    <>
      <Composer me={me} />
      <PostList source={{ kind: 'feed' }} empty={null} />
    </>,
  );
  const prompt = await screen.findByRole('button', { name: promptText });
  await waitFor(() => expect(prompt).toHaveProperty('disabled', false));
  goesOffline();
  await view.user.click(prompt);
  await view.user.type(await screen.findByRole('textbox', { name: promptText }), text);
  await view.user.click(screen.getByRole('button', { name: 'Post' }));
  return { ...view, card: within(await screen.findByRole('article')) };
}

beforeAll(() => i18n.loadNamespaces(['posts']));
beforeEach(() => {
  onLine.mockReturnValue(true);
  setConnection('online');
  saveToken('good', true);
  useSession.setState({ status: 'in', user: { ...me } });
  onCall(getSocietiesByUser, () => yes(getSocietiesByUser, [robots]));
  onCall(getAllPosts, () => yes(getAllPosts, [], { next: null }));
  onCall(getPostsBySociety, () => yes(getPostsBySociety, [], { next: null }));
});

it('a post written offline is shown as queued above its list, and sent once when the server is back', async () => {
  onCall(createPost, () => yes(createPost, created));
  const { card } = await writesOffline();
  expect(card.getByText('From the lift')).toBeDefined();
  expect(card.getByText(queuedText)).toBeDefined();
  expect(sent()).toEqual([]);
  await comesBack();
  await waitFor(() => expect(queuedPosts()).toEqual([]));
  expect(screen.getAllByText('From the lift')).toHaveLength(1);
  expect(sent().map(({ body }) => body)).toEqual([{ society_id: robots.ID, content: 'From the lift', image: '' }]);
  expect(sent()[0]?.idempotencyKey).toMatch(/^[\w-]{36}$/);
});

it('a post written offline survives a reload, and keeps its idempotency key over retries', async () => {
  await writesOffline();
  cleanup();
  useSession.setState({ status: 'checking', user: null });
  clearUserState();
  useSession.setState({ status: 'in', user: { ...me } });
  show(<PostList source={{ kind: 'society', id: robots.ID }} empty={null} />);
  await waitFor(() => expect(queuedPosts()).toHaveLength(1));
  onCall(createPost, () => no(503, 'unavailable', 'Away'));
  await comesBack();
  await waitFor(() => expect(sent()).toHaveLength(1));
  onCall(createPost, () => yes(createPost, created));
  await comesBack();
  await waitFor(() => expect(localStorage.getItem(queueKey(me.ID))).toBeNull());
  expect(new Set(sent().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
});

it('a queued post can be discarded after a confirmation, and is never sent', async () => {
  const { user, card } = await writesOffline();
  await user.click(card.getByRole('button', { name: 'Discard' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(queuedPosts()).toEqual([]));
  await comesBack();
  expect(sent()).toEqual([]);
});

/** Button that continues the draft; enabled when the postable societies are loaded. */
async function draftButton(): Promise<HTMLElement> {
  const find = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Continue your draft...' });
  await waitFor(() => expect(find().disabled).toBe(false));
  return find();
}

it('a refused post is restored in the composer with the error, also after a reload', async () => {
  onCall(createPost, () => no(403, 'forbidden', 'You cannot post here any more.'));
  const { user } = await writesOffline();
  await comesBack();
  expect(await screen.findByText('Error 403: You cannot post here any more.')).toBeDefined();
  await user.click(await draftButton());
  expect(await screen.findByRole('textbox', { name: promptText })).toHaveProperty('value', 'From the lift');
  cleanup();
  const again = show(<Composer me={me} />);
  await again.user.click(await draftButton());
  expect(await screen.findByRole('textbox', { name: promptText })).toHaveProperty('value', 'From the lift');
});

it('a refused post does not overwrite another draft, and is restored in its society’s composer', async () => {
  onCall(createPost, () => no(403, 'forbidden', 'No.'));
  const { user } = await writesOffline();
  await user.click(screen.getByRole('button', { name: promptText }));
  await user.type(await screen.findByRole('textbox', { name: promptText }), 'Something else');
  await comesBack();
  await screen.findByText('Error 403: No.');
  expect(await screen.findByRole('textbox', { name: promptText })).toHaveProperty('value', 'Something else');
  cleanup();
  show(<ComposerDialog society={{ id: robots.ID, name: robots.Name }} onClose={() => {}} />);
  expect(await screen.findByRole('textbox', { name: promptText })).toHaveProperty('value', 'From the lift');
});

it('signing out removes queued and refused posts', async () => {
  onCall(logout, () => yes(logout, {}));
  onCall(createPost, () => no(403, 'forbidden', 'No.'));
  await writesOffline('A secret');
  await comesBack();
  await screen.findByText('Error 403: No.');
  act(() => signOut());
  expect(JSON.stringify(localStorage)).not.toContain('A secret');
});
