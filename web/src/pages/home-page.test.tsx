import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getActivityFeed } from '#models/contract/activity';
import { getAllEvents } from '#models/contract/events';
import { getNotifications } from '#models/contract/notifications';
import { getAllPosts, postCreated } from '#models/contract/posts';
import { getRecommendations } from '#models/contract/recommendations';
import { roomOf } from '#models/contract/rooms';
import { getAllSocieties, getSocietiesByUser } from '#models/contract/societies';
import { getTrendingPosts, getTrendingSocieties } from '#models/contract/trending';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { aFollowedSociety, serveFollowed } from '@/testing/fake-follows';
import { onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket, joined } from '@/testing/fake-socket';
import { aPost, aSociety, aUser, sharedPostOf } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { asMember } from '@/testing/society-fixtures';
import HomePage from './home-page';

const me = aUser();
const cards = [
  'Create Post',
  'Recent Activity',
  'Trending Posts',
  'Trending Societies',
  'Notifications',
  'Recommended for You',
  'Upcoming Events',
  'Quick links',
];
const regions = () => screen.queryAllByRole('region').flatMap((region) => region.getAttribute('aria-label') ?? []);
const setWidth = (isWide: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches: isWide, addEventListener: () => {}, removeEventListener: () => {} }));

beforeAll(async () => {
  await i18n.loadNamespaces(['home', 'posts', 'cards', 'notifications', 'events']);
  await connectSocket();
});
beforeEach(() => {
  setWidth(true);
  useSession.setState({ status: 'in', user: me });
  onCall(getAllPosts, () => yes(getAllPosts, [aPost({ Content: 'first' }), aPost({ Content: 'second' })], { next: null }));
  onCall(getSocietiesByUser, () => yes(getSocietiesByUser, []));
  onCall(getAllSocieties, () => yes(getAllSocieties, [aSociety()], { next: null }));
  onCall(getActivityFeed, () => yes(getActivityFeed, [], { next: null }));
  onCall(getTrendingPosts, () => yes(getTrendingPosts, [], { next: null }));
  onCall(getTrendingSocieties, () => yes(getTrendingSocieties, [], { next: null, counts: { computed_at: null } }));
  onCall(getRecommendations, () => yes(getRecommendations, [], { next: null, counts: { computed_at: null } }));
  onCall(getAllEvents, () => yes(getAllEvents, [], { next: null }));
  onCall(getNotifications, () => yes(getNotifications, [], { next: null, counts: { unread: 0, total: 0 } }));
});

describe('the home page of a member', () => {
  it('greets by name, and shows the composer over the feed, and the cards in order, quick links last', async () => {
    show(<HomePage />);
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toMatch(/^Good (morning|afternoon|evening), Layla Haddad$/);
    expect(await screen.findByText('first')).toBeDefined();
    await waitFor(() => expect(regions()).toEqual(cards));
  });

  it('joins the rooms of the feed and the own societies', async () => {
    joined.length = 0;
    show(<HomePage />);
    await waitFor(() => expect(joined.flatMap(({ rooms }) => rooms)).toEqual(expect.arrayContaining([roomOf('feed'), roomOf('mine')])));
  });

  it('shows the composer above the feed on a phone, with all cards between the posts', async () => {
    setWidth(false);
    show(<HomePage />);
    await screen.findByText('first');
    expect(regions()[0]).toBe('Create Post');
    await waitFor(() => expect(regions().toSorted()).toEqual(cards.toSorted()));
    const events = screen.getByRole('region', { name: 'Upcoming Events' });
    expect(screen.getByText('first').compareDocumentPosition(events) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(screen.getByText('second').compareDocumentPosition(events) & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy();
  });
});

describe('the parts of the feed', () => {
  const open = async (at: string) => {
    const view = show(<HomePage />, { at });
    await screen.findByRole('navigation', { name: 'Feed' });
    return view;
  };
  const asked = () => requests.filter(({ path }) => path === getAllPosts.path).map(({ query }) => query.get('feed'));
  const created = (post: ReturnType<typeof aPost>) => arrives(postCreated, sharedPostOf(post));

  it.each([
    ['/', 'All', null],
    ['/?feed=mine', 'My societies', 'mine'],
    ['/?feed=followed', 'Followed', 'followed'],
  ])('%s is the part %s', async (at, label, feed) => {
    await open(at);
    expect(screen.getByRole('link', { name: label }).getAttribute('aria-current')).toBe('page');
    await waitFor(() => expect(asked()).toEqual([feed]));
  });

  it('followed inserts new posts of followed societies, and no others', async () => {
    const [followed, other] = [aSociety(), aSociety()];
    serveFollowed(aFollowedSociety(followed));
    await open('/?feed=followed');
    await screen.findByText('first');
    created(aPost({ Content: 'of another society', Society_ID: other.ID, CreatedAt: new Date().toISOString() }));
    created(aPost({ Content: 'of a followed society', Society_ID: followed.ID, CreatedAt: new Date().toISOString() }));
    expect(await screen.findByRole('button', { name: '1 new post' })).toBeDefined();
  });

  it('mine inserts new posts of own societies, and no others', async () => {
    const [own, other] = [asMember(aSociety()), aSociety()];
    onCall(getSocietiesByUser, () => yes(getSocietiesByUser, [own], { next: null, counts: { memberships: 1, managed: 0 } }));
    await open('/?feed=mine');
    await screen.findByText('first');
    await screen.findAllByText(own.Name);
    created(aPost({ Content: 'of another society', Society_ID: other.ID, CreatedAt: new Date().toISOString() }));
    created(aPost({ Content: 'of an own society', Society_ID: own.ID, CreatedAt: new Date().toISOString() }));
    expect(await screen.findByRole('button', { name: '1 new post' })).toBeDefined();
  });

  it('an empty part says how to fill it', async () => {
    onCall(getAllPosts, () => yes(getAllPosts, [], { next: null }));
    await open('/?feed=followed');
    expect(await screen.findByText('No posts from societies you follow yet')).toBeDefined();
  });
});

describe('the home page of a visitor', () => {
  it('shows an introduction, links to join, quick links and public cards, but no feed', async () => {
    useSession.setState({ status: 'out', user: null });
    show(<HomePage />);
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect([link('Sign up'), link('Browse societies'), link('Browse events')]).toEqual(['/signup', '/societies', '/events']);
    const links = within(screen.getByRole('region', { name: 'Quick links' }));
    expect(links.getByRole('link', { name: 'Login to Create Society' }).getAttribute('href')).toBe('/login');
    await waitFor(() => expect(regions()).toEqual(['Societies', 'Upcoming Events', 'Quick links']));
    expect((await screen.findByRole('link', { name: /Robotics Society/ })).textContent).toContain('12 members');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your people are already here.');
    expect(requests.map(({ path }) => path).toSorted()).toEqual([getAllEvents.path, getAllSocieties.path].toSorted());
  });

  it('shows placeholders while the session is checked', () => {
    useSession.setState({ status: 'checking', user: null });
    show(<HomePage />);
    expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined();
    expect(regions()).toEqual([]);
    act(() => useSession.setState({ status: 'out', user: null }));
    expect(regions()).toContain('Quick links');
  });
});
