import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CountsOf } from '#models/contract/define';
import { searchAll } from '#models/contract/search';
import { i18n } from '@/lib/i18n';
import { deferred } from '@/testing/deferred';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { aPost, aSociety, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { anEvent } from '@/testing/society-fixtures';
import { SearchBox } from './search-box';

const robotics = aSociety({ Name: 'Robotics Society', Member_Count: 12 });
const finals = anEvent({ Title: 'Line Follower Finals', Date: '2026-11-26', Time: '17:30' });
const long = aPost({ Content: `  Qualifiers are done!  ${'robots '.repeat(20)}` });
const omar = { ID: newId(), Name: 'Omar Roboti', Image: '', Is_Following: false, Follow_Version: 0 };
const empty = { societies: [], events: [], posts: [], people: [] };
const none: CountsOf<typeof searchAll> = { societies: 0, events: 0, posts: 0, people: 0, at_least: [] };
const all = { societies: [robotics], events: [finals], posts: [long], people: [omar] };

const serve = (data = all, counts: typeof none = { ...none, societies: 1, events: 4, posts: 1200, people: 1 }) =>
  onCall(searchAll, () => yes(searchAll, data, { next: null, counts }));
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search' });
const options = () => screen.queryAllByRole('option').map((option) => option.getAttribute('href'));
const chosen = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.getAttribute('href');
const open = () =>
  show(
    <>
      <SearchBox />
      <button type="button">Elsewhere</button>
      <textarea aria-label="Notes" />
    </>,
  );
const openWith = async (text = 'robot') => {
  const view = open();
  await view.user.type(field(), text);
  await screen.findByRole('listbox');
  return view;
};

beforeAll(() => i18n.loadNamespaces(['search']));
beforeEach(() => serve());

describe('header search', () => {
  it('shows the first results of each kind after a pause in typing, by one request', async () => {
    await openWith();
    expect(requests.map(({ query }) => query.get('q'))).toEqual(['robot']);
    const groups = screen.getAllByRole('group').map((group) => [
      document.getElementById(group.getAttribute('aria-labelledby')!)?.textContent,
      within(group)
        .getAllByRole('option')
        .map((option) => option.querySelector('b')?.textContent),
    ]);
    expect(groups).toEqual([
      ['Societies', ['Robotics Society']],
      ['Events', ['Line Follower Finals']],
      ['Posts', [long.Content]],
      ['People', ['Omar Roboti']],
    ]);
    expect(screen.getByText('12 members')).toBeDefined();
    expect(screen.getByText('Thu, Nov 26 · 5:30 PM')).toBeDefined();
    expect(options()).toEqual([
      `/societies/${robotics.ID}`,
      `/events/${finals.ID}`,
      `/posts/${long.ID}`,
      `/users/${omar.ID}`,
      '/search?q=robot',
    ]);
    expect(screen.getByText('View all 1,206 results')).toBeDefined();
    await waitFor(() => expect(field().getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id));
  });

  it('leaves out kinds without a result', async () => {
    serve({ ...empty, events: [finals] }, { ...none, events: 1 });
    await openWith();
    expect(screen.getAllByRole('group')).toHaveLength(1);
    expect(screen.getByText('View all 1 result')).toBeDefined();
  });

  it('shows a lower bound if more may exist than were counted', async () => {
    serve(all, { ...none, societies: 1, posts: 1000, at_least: ['posts'] });
    await openWith();
    expect(screen.getByText('View all 1,001+ results')).toBeDefined();
  });

  it('links to older posts if the newest have no match', async () => {
    serve(empty, { ...none, at_least: ['posts'] });
    await openWith();
    expect(screen.getByText('No results found for robot')).toBeDefined();
    expect(options()).toEqual(['/search?q=robot&kind=posts']);
    expect(screen.getByRole('option').textContent).toBe('Search older posts');
  });

  it('shows an empty state that names the search', async () => {
    serve(empty, none);
    const { user } = open();
    await user.type(field(), 'zzz');
    expect(await screen.findByText('No results found for zzz')).toBeDefined();
    expect(screen.getByText('Try a different search term')).toBeDefined();
    expect(field().getAttribute('aria-expanded')).toBe('false');
  });

  it('shows a failure in place, and can retry', async () => {
    onCall(searchAll, () => no(500, 'internal', 'Boom'));
    const { user } = open();
    await user.type(field(), 'robot');
    const line = within(await screen.findByRole('alert'));
    serve();
    await user.click(line.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('listbox')).toBeDefined();
  });

  it('ignores a late answer to an earlier text', async () => {
    const slow = deferred<ReturnType<typeof yes>>();
    onCall(searchAll, ({ query }) =>
      query.get('q') === 'ro' ? slow.promise : yes(searchAll, { ...empty, events: [finals] }, { counts: { ...none, events: 1 } }),
    );
    const { user } = open();
    await user.type(field(), 'ro');
    await waitFor(() => expect(requests).toHaveLength(1));
    await user.type(field(), 'bot');
    await screen.findByText('View all 1 result');
    await act(async () => slow.give(yes(searchAll, all, { counts: { ...none, posts: 9 } })));
    expect(options()).toEqual([`/events/${finals.ID}`, '/search?q=robot']);
  });
});

describe('links of the header search', () => {
  it('open the pressed result and close the dropdown; the text stays', async () => {
    const { user, place } = await openWith();
    await user.click(screen.getByText('Line Follower Finals'));
    expect(place()).toBe(`/events/${finals.ID}`);
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(field().value).toBe('robot');
  });

  it('open all results by Enter and by the last row; blank text does nothing', async () => {
    const { user, place } = open();
    await user.type(field(), '   {Enter}');
    expect(place()).toBe('/');
    await user.type(field(), 'robot {Enter}');
    expect(place()).toBe('/search?q=robot');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('are chosen by arrow keys with wrap-around, and opened by Enter', async () => {
    const { user, place } = await openWith();
    expect(chosen()).toBeUndefined();
    await user.keyboard('{ArrowDown}');
    expect(chosen()).toBe(`/societies/${robotics.ID}`);
    await user.keyboard('{ArrowUp}');
    expect(chosen()).toBe('/search?q=robot');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(chosen()).toBe(`/events/${finals.ID}`);
    expect(screen.getByRole('option', { selected: true }).getAttribute('href')).toBe(`/events/${finals.ID}`);
    expect(document.activeElement).toBe(field());
    await user.keyboard('{Enter}');
    expect(place()).toBe(`/events/${finals.ID}`);
  });
});

describe('dropdown of the header search', () => {
  it('closes on Escape without clearing the text, and opens again on typing', async () => {
    const { user } = await openWith();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(field().value).toBe('robot');
    await user.type(field(), 's');
    expect(await screen.findByRole('listbox')).toBeDefined();
  });

  it('closes on a press outside, and opens on focus with a text', async () => {
    const { user } = await openWith();
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.click(field());
    expect(await screen.findByRole('listbox')).toBeDefined();
    await user.clear(field());
    expect(screen.queryByRole('listbox')).toBeNull();
  });
});

it("'/' focuses the header search, except while typing in another field", async () => {
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  await user.keyboard('/');
  expect(document.activeElement).toBe(field());
  expect(field().value).toBe('');
  const notes = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Notes' });
  await user.type(notes, 'a/b');
  expect(notes.value).toBe('a/b');
  expect(document.activeElement).toBe(notes);
  expect(fireEvent.keyDown(document.body, { key: '/', ctrlKey: true })).toBe(true);
  expect(document.activeElement).toBe(notes);
});

it('the header search is shown in Arabic, with Arabic plurals', async () => {
  await i18n.changeLanguage('ar');
  serve({ ...empty, events: [finals] }, { ...none, events: 3 });
  const { user } = open();
  await user.type(screen.getByRole('combobox', { name: 'بحث' }), 'robot');
  expect(await screen.findByText('عرض النتائج كلها وعددها 3')).toBeDefined();
  await i18n.changeLanguage('en');
});
