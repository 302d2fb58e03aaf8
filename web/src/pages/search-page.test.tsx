import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CountsOf } from '#models/contract/define';
import { eventRemoved } from '#models/contract/event-changes';
import { membershipChanged } from '#models/contract/members';
import { postLikes } from '#models/contract/posts';
import { userUpdated } from '#models/contract/profiles';
import { roomOf } from '#models/contract/rooms';
import { searchAll } from '#models/contract/search';
import { societyCounts } from '#models/contract/societies';
import { ownChanged } from '#models/contract/users';
import '@/features/societies/membership.live';
import '@/features/societies/societies.live';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { testFailures } from '@/testing/failures';
import { onCall, requests, yes } from '@/testing/fake-server';
import { arrives, comesIntoView, connectSocket, joined, watchView } from '@/testing/fake-socket';
import { aPost, aSociety, aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { anEvent } from '@/testing/society-fixtures';
import SearchPage from './search-page';

const me = aUser();
const robotics = aSociety({ Name: 'Robotics Society' });
const finals = anEvent({ Title: 'Line Follower Finals' });
const post = aPost({ Content: 'Our robot made it', Likes: 2 });
const omar = { ID: newId(), Name: 'Omar Roboti', Image: '', Is_Following: false, Follow_Version: 0 };
const found = { societies: [robotics], events: [finals], posts: [post], people: [omar] };
const none = { societies: [], events: [], posts: [], people: [] };
const zero: CountsOf<typeof searchAll> = { societies: 0, events: 0, posts: 0, people: 0, at_least: [] };
const counts = { ...zero, societies: 1, events: 1, posts: 41, people: 1 };

const serve = () => onCall(searchAll, () => yes(searchAll, found, { next: null, counts }));
const sections = () =>
  screen
    .queryAllByRole('region')
    .map((region) => region.getAttribute('aria-label'))
    .filter((name) => name !== 'Messages');
const queries = () => requests.map(({ query }) => Object.fromEntries(query));
/** Handles society messages, as the shell does on every page. */
function Page() {
  return <SearchPage />;
}
const open = (at = '/search?q=robot') => show(<Page />, { at });

beforeAll(async () => {
  await i18n.loadNamespaces(['search', 'societies', 'events', 'posts']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: me });
  serve();
});

describe('search results', () => {
  it('are grouped by kind, each as its usual card, with a link to the rest', async () => {
    open();
    expect(await screen.findByRole('heading', { level: 1 })).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Results for “.?robot.?”$/);
    await waitFor(() => expect(sections()).toEqual(['Societies', 'Events', 'Posts', 'People']));
    const societies = within(screen.getByRole('region', { name: 'Societies' }));
    expect(societies.getByRole('link', { name: 'Robotics Society' }).getAttribute('href')).toBe(`/societies/${robotics.ID}`);
    expect(screen.getByRole('link', { name: /Line Follower Finals/ }).getAttribute('href')).toBe(`/events/${finals.ID}`);
    expect(within(screen.getByRole('article', { name: /Post by/ })).getByRole('button', { name: /Like/ })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Omar Roboti' }).getAttribute('href')).toBe(`/users/${omar.ID}`);
    expect(screen.getByRole('link', { name: 'View all 41' }).getAttribute('href')).toBe('/search?q=robot&kind=posts');
    expect(queries()).toEqual([{ q: 'robot' }]);
  });

  it.each(['/search?q=robot', '/search?query=robot', '/search?query=%20robot%20'])(
    'are the same for both query parameters: %s',
    async (at) => {
      open(at);
      await waitFor(() => expect(sections()).toHaveLength(4));
      expect(queries()).toEqual([{ q: 'robot' }]);
      expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('robot');
    },
  );

  it('follow typing, and so does the address', async () => {
    const { user, place } = open('/search?query=robot');
    await user.type(screen.getByRole('searchbox'), 's');
    await waitFor(() => expect(place()).toBe('/search?q=robots'));
    await waitFor(() => expect(queries().at(-1)).toEqual({ q: 'robots' }));
  });

  it('show an empty state that names the search', async () => {
    onCall(searchAll, () => yes(searchAll, none, { next: null, counts: zero }));
    open('/search?q=zzz');
    expect(await screen.findByText('No results found for zzz')).toBeDefined();
    expect(screen.getByText('Try a different search term')).toBeDefined();
    expect(screen.queryByRole('navigation', { name: 'Filter results' })).toBeNull();
  });

  it('are not requested without a text; the field is focused', () => {
    open('/search?q=%20');
    expect(screen.getByText('What are you looking for?')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    expect(requests).toEqual([]);
  });
});

describe('search results of one kind', () => {
  it('have a tab with a count, and load page by page', async () => {
    const second = aPost({ Content: 'Another robot' });
    onCall(searchAll, ({ query }) => {
      if (query.get('kind') !== 'posts') return yes(searchAll, found, { next: null, counts });
      const isFirst = query.get('cursor') === null;
      return yes(searchAll, { ...none, posts: [isFirst ? post : second] }, { next: isFirst ? 'more' : null, counts });
    });
    watchView();
    const { user, place } = open();
    const tabs = within(await screen.findByRole('navigation', { name: 'Filter results' }));
    expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['All', 'Societies1', 'Events1', 'Posts41', 'People1']);
    expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('All');
    await user.click(tabs.getByRole('link', { name: /Posts/ }));
    expect(place()).toBe('/search?q=robot&kind=posts');
    await waitFor(() => expect(sections()).toEqual([]));
    await screen.findByRole('article');
    comesIntoView();
    expect(await screen.findByText('Another robot')).toBeDefined();
    expect(screen.getAllByRole('article')).toHaveLength(2);
    expect(sections()).toEqual([]);
    expect(queries().slice(1)).toEqual([
      { q: 'robot', kind: 'posts', limit: '20' },
      { q: 'robot', kind: 'posts', limit: '20', cursor: 'more' },
    ]);
  });

  it('show an empty state, and the tabs of the others', async () => {
    onCall(searchAll, () => yes(searchAll, { ...found, people: [] }, { next: null, counts: { ...counts, people: 0 } }));
    open('/search?q=robot&kind=people');
    expect(await screen.findByText('No results found for robot')).toBeDefined();
    expect(screen.getByRole('link', { name: /Posts/ })).toBeDefined();
  });

  it('show a lower bound in tab and heading if more may exist than were counted', async () => {
    onCall(searchAll, () => yes(searchAll, found, { next: null, counts: { ...counts, posts: 1000, at_least: ['posts'] } }));
    open();
    expect(await screen.findByRole('link', { name: 'View all 1,000+' })).toBeDefined();
    const tabs = within(screen.getByRole('navigation', { name: 'Filter results' }));
    expect(tabs.getByRole('link', { name: /Posts/ }).textContent).toBe('Posts1,000+');
  });

  it('load older posts on demand if those searched so far have no match', async () => {
    onCall(searchAll, ({ query }) => {
      const isOlder = query.get('cursor') !== null;
      const data = { ...none, posts: isOlder ? [post] : [] };
      return yes(searchAll, data, { next: isOlder ? null : 'older', counts: { ...zero, at_least: ['posts'] } });
    });
    const { user } = open('/search?q=robot');
    await user.click(await screen.findByRole('link', { name: 'Search older posts' }));
    expect(await screen.findByText('No matches in the posts searched so far.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Search older posts' }));
    expect(await screen.findByRole('article')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Search older posts' })).toBeNull();
  });

  it('note that only the first people are shown', async () => {
    onCall(searchAll, () =>
      yes(searchAll, { ...none, people: [omar] }, { next: null, counts: { ...zero, people: 1, at_least: ['people'] } }),
    );
    open('/search?q=o&kind=people');
    expect(await screen.findByText(/^Only the first 1 people are shown/)).toBeDefined();
  });

  it('fall back to all kinds for an unknown kind', async () => {
    open('/search?q=robot&kind=cats');
    await waitFor(() => expect(sections()).toHaveLength(4));
  });
});

testFailures('a failed search shows an error in place without a toast, and a retry: %s', async (_name, failure) => {
  onCall(searchAll, () => failure);
  const { user } = open();
  const state = within(await screen.findByText('This did not load', undefined, { timeout: 9000 }).then((text) => text.parentElement!));
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  serve();
  await user.click(state.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(sections()).toHaveLength(4));
});

describe('live updates of search results', () => {
  it('change results wherever they are shown', async () => {
    open();
    await waitFor(() => expect(sections()).toHaveLength(4));
    expect(joined.flatMap(({ rooms }) => rooms)).toEqual(
      expect.arrayContaining(['societies', 'events', 'feed', 'mine'].map((kind) => roomOf(kind as 'feed'))),
    );
    arrives(societyCounts, { society_id: robotics.ID, Member_Count: 77, Event_Count: 3, Post_Count: 40, rev: 9 });
    arrives(postLikes, { post_id: post.ID, Likes: 31, CommentsCount: 0, rev: 9 });
    arrives(userUpdated, { user_id: omar.ID, Name: 'Omar Nasser', Image: '', version: 2 });
    arrives(eventRemoved, { event_id: finals.ID, society_id: finals.Society_ID, version: finals.version + 1 });
    expect(await screen.findByText('77')).toBeDefined();
    expect(await screen.findByText('31')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Omar Nasser' })).toBeDefined();
    expect(screen.queryByText('Line Follower Finals')).toBeNull();
  });

  it.each([
    [
      'an own membership',
      () =>
        arrives(membershipChanged, {
          society_id: newId(),
          user_id: me.ID,
          Role: null,
          Member_Count: 1,
          Event_Count: 0,
          Post_Count: 0,
          rev: 2,
        }),
    ],
    ['a block', () => arrives(ownChanged, { kind: 'block', id: newId(), on: true, version: 2 })],
  ])('refetch when rights have changed: %s', async (_name, happens) => {
    open();
    await waitFor(() => expect(sections()).toHaveLength(4));
    onCall(searchAll, () => yes(searchAll, { ...found, posts: [] }, { next: null, counts: { ...counts, posts: 0 } }));
    happens();
    await waitFor(() => expect(sections()).toEqual(['Societies', 'Events', 'People']));
  });
});

it('the search is open to visitors, who join only public rooms', async () => {
  useSession.setState({ status: 'out', user: null });
  joined.length = 0;
  open();
  await waitFor(() => expect(sections()).toHaveLength(4));
  expect(screen.getByText('2 Likes • 0 Comments')).toBeDefined();
  expect(joined.flatMap(({ rooms }) => rooms)).not.toContain(roomOf('feed'));
});
