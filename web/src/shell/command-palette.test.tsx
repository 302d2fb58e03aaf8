import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { searchAll } from '#models/contract/search';
import { getSocietiesByUser } from '#models/contract/societies';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { onCall, requests, yes } from '@/testing/fake-server';
import { aSociety, aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { CommandPaletteShortcut } from './command-palette';

const robots = aSociety({ Name: 'Robotics Society' });
const none = { societies: [], events: [], posts: [], people: [] };
const counts = { societies: 1, events: 0, posts: 0, people: 0, at_least: [] };
const palette = () => screen.findByRole('dialog', { name: 'Go to' });
const field = () => screen.getByRole('combobox', { name: 'Page, society, event, post or person' });

beforeAll(() => i18n.loadNamespaces(['search', 'shell']));
beforeEach(() => {
  useSession.setState({ status: 'in', user: aUser() });
  onCall(getSocietiesByUser, () => yes(getSocietiesByUser, []));
  onCall(searchAll, () => yes(searchAll, { ...none, societies: [robots] }, { counts }));
});

async function open() {
  const view = show(<CommandPaletteShortcut />);
  await view.user.keyboard('{Control>}k{/Control}');
  await palette();
  return view;
}

it('the command palette opens by Ctrl K with the pages of the menus, and closes by Escape', async () => {
  const { user } = await open();
  const pages = within(screen.getByRole('listbox', { name: 'Pages' })).getAllByRole('option');
  expect(pages.map((page) => page.getAttribute('href'))).toEqual(expect.arrayContaining(['/', '/events', '/my-societies', '/support']));
  await waitFor(() => expect(document.activeElement).toBe(field()));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('the command palette opens a page by a part of its name and Enter', async () => {
  const { user, place } = await open();
  await user.type(field(), 'notif{Enter}');
  await waitFor(() => expect(place()).toBe('/notifications'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('the command palette searches, and opens a result chosen by the arrow keys', async () => {
  const { user, place } = await open();
  await user.type(field(), 'robot');
  await screen.findByRole('option', { name: /Robotics Society/ });
  expect(requests.filter(({ path }) => path === searchAll.path).map(({ query }) => query.get('q'))).toEqual(['robot']);
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(place()).toBe(`/societies/${robots.ID}`));
});

it('the command palette opens the search page when no page has the text in its name', async () => {
  const { user, place } = await open();
  await user.type(field(), 'robot{Enter}');
  await waitFor(() => expect(place()).toBe('/search?q=robot'));
});

it('the command palette has no pages of members for a visitor, and does not open over a dialog', async () => {
  useSession.setState({ status: 'out', user: null });
  const { user } = await open();
  expect(screen.queryByRole('option', { name: 'My Societies' })).toBeNull();
  await user.keyboard('{Control>}k{/Control}');
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
});
