import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventCreated, eventRemoved, eventUpdated } from '#models/contract/event-changes';
import { type Event, getEventsBySociety } from '#models/contract/events';
import { getJoinRequests } from '#models/contract/join-request-queue';
import { createPost, getPostsBySociety, type Post } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { getSocietyInfo, type Society, societyVisibility } from '#models/contract/societies';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import SocietyPage from '@/pages/society-page';
import { deferred } from '@/testing/deferred';
import { serveMuted } from '@/testing/fake-mutes';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket, joined } from '@/testing/fake-socket';
import { aPost, aSociety, aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { anEvent, asMember, sharedEventOf } from '@/testing/society-fixtures';

const society = aSociety({ Name: 'Wadi Hikers', Category: 'Environmental', Member_Count: 1388, Event_Count: 26, Post_Count: 2 });
const at = `/societies/${society.ID}`;
const seeing = (fields: Partial<Society['Can']>): Society => ({ ...society, Can: { ...society.Can, ...fields } });
const posts: Post[] = [aPost({ Society_ID: society.ID, Content: 'Packing list for Friday' }), aPost({ Society_ID: society.ID })];

const serve = (served: Society) => onCall(getSocietyInfo, () => yes(getSocietyInfo, served));
const servePosts = (found: Post[]) => onCall(getPostsBySociety, () => yes(getPostsBySociety, found, { next: null }));
const serveEvents = (found: ReturnType<typeof anEvent>[]) =>
  onCall(getEventsBySociety, () => yes(getEventsBySociety, found, { next: null, counts: { upcoming: found.length, completed: 0 } }));
const banner = (): HTMLElement => screen.getByRole('heading', { level: 1 }).closest('header')!;
const figures = () => [...banner().querySelectorAll('dl > div')].map((figure) => figure.textContent);
const paths = () => requests.map(({ path }) => path);
const rooms = () => joined.flatMap((ask) => ask.rooms);
const open = (path = at) =>
  show(
    <Routes>
      <Route path="/societies/:id" element={<SocietyPage />} />
      <Route path="*" element={<p>Elsewhere</p>} />
    </Routes>,
    { at: path },
  );
const heading = () => screen.findByRole('heading', { level: 1, name: 'Wadi Hikers' });

beforeAll(async () => {
  await i18n.loadNamespaces(['societies', 'posts', 'events', 'join-requests']);
  await connectSocket();
});
beforeEach(() => {
  serveMuted();
  joined.length = 0;
  useSession.setState({ status: 'in', user: aUser() });
  serve(society);
  servePosts(posts);
  serveEvents([]);
  onCall(getJoinRequests, () => yes(getJoinRequests, [], { next: null, counts: { pending: 7, approved: 1, rejected: 0, total: 8 } }));
});

describe('society header', () => {
  it('shows name, category, description and counters', async () => {
    open();
    await heading();
    expect(banner().textContent).toContain('Environmental');
    expect(banner().textContent).toContain('We build things that move.');
    expect(figures()).toEqual(['Members1,388', 'Events26', 'Posts2']);
  });

  it('names one member, event or post in the singular', async () => {
    serve({ ...society, Member_Count: 1, Event_Count: 1, Post_Count: 1 });
    open();
    await heading();
    expect(figures()).toEqual(['Member1', 'Event1', 'Post1']);
  });

  it('offers to join only to signed-in viewers who are not members', async () => {
    open();
    expect(await screen.findByRole('button', { name: 'Join Society' })).toBeDefined();
    expect(screen.queryByRole('navigation', { name: 'Society pages' })).toBeNull();
  });

  it('shows public posts without a join button to visitors', async () => {
    useSession.setState({ status: 'out', user: null });
    open();
    await heading();
    expect(screen.queryByRole('button', { name: 'Join Society' })).toBeNull();
    expect(await screen.findByText('Packing list for Friday')).toBeDefined();
    expect(rooms()).not.toContain(roomOf('feed'));
  });

  it.each([
    ['member', 'Member'],
    ['moderator', 'Moderator'],
    ['admin', 'Manager'],
  ] as const)('shows the role %s as %s', async (role, label) => {
    serve(asMember(society, role));
    open();
    await heading();
    expect(within(banner()).getByText(label)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Join Society' })).toBeNull();
  });

  it('shows a pending request with a button to withdraw it', async () => {
    serve({ ...society, Request_Status: 'pending' });
    open();
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Request Sent' })).disabled).toBe(true);
    expect(screen.getByRole('button', { name: 'Withdraw' })).toBeDefined();
  });

  it.each(['rejected', 'approved', null] as const)('offers to join after a request with status %s', async (Request_Status) => {
    serve({ ...society, Request_Status });
    open();
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Join Society' })).disabled).toBe(false);
  });

  it('explains why the viewer cannot join', async () => {
    serve(seeing({ join: false }));
    open();
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Join Society' });
    expect([button.disabled, button.title]).toEqual([true, 'This account cannot join this society.']);
  });
});

describe('society page for outsiders', () => {
  it('links the counters to the lists that they may see', async () => {
    serve(seeing({ seeMembers: true, seeEvents: false }));
    open();
    await heading();
    const links = within(banner()).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([`/societies/${society.ID}/members`]);
  });

  it('replaces the missing page when the society becomes visible', async () => {
    onCall(getSocietyInfo, () => no(404, 'not_found', 'Not found.'));
    open();
    expect(await screen.findByText('Society not found')).toBeDefined();
    await waitFor(() => expect(joined.flatMap(({ rooms }) => rooms)).toContain('societies'));
    serve(society);
    arrives(societyVisibility, { society_id: society.ID, visibility: 'public', eventsVisible: true });
    expect(await screen.findByRole('heading', { level: 1, name: society.Name })).toBeDefined();
  });
});

describe('society tabs', () => {
  const tabs = async () => within(await screen.findByRole('navigation', { name: 'Society pages' }));

  it('lock the join requests for members', async () => {
    serve(asMember(society));
    open();
    const bar = await tabs();
    expect(bar.getByRole('link', { name: 'Timeline' }).getAttribute('aria-current')).toBe('page');
    const locked = bar.getByRole('link', { name: 'Join Requests' });
    expect([locked.getAttribute('aria-disabled'), locked.getAttribute('href'), locked.title]).toEqual(['true', null, 'Admins only']);
    expect(paths()).not.toContain(getJoinRequests.path);
  });

  it('link admins to the join requests, with the number of pending ones', async () => {
    serve(asMember(society, 'admin'));
    open();
    const link = await (await tabs()).findByRole('link', { name: 'Join Requests 7 pending requests' });
    expect(link.getAttribute('href')).toBe(`${at}/join-requests`);
    expect(rooms()).toContain(roomOf('societyAdmins', society.ID));
  });

  it('are shown to a platform admin who is not a member', async () => {
    serve(seeing({ manageRequests: true }));
    open();
    expect((await tabs()).getByRole('link', { name: /Join Requests/ }).getAttribute('href')).toBe(`${at}/join-requests`);
  });
});

describe('society timeline', () => {
  it('shows title, count and posts, without a prompt for outsiders', async () => {
    open();
    expect(await screen.findByText('Packing list for Friday')).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Recent Activity' })).toBeDefined();
    expect(screen.getByText('2 posts')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Create Post' })).toBeNull();
  });

  it('joins the feed room for outsiders', async () => {
    open();
    await heading();
    await waitFor(() => expect(rooms()).toEqual(expect.arrayContaining([roomOf('societyPublic', society.ID), roomOf('feed')])));
    expect(rooms()).not.toContain(roomOf('society', society.ID));
  });

  it("joins the society's room for members", async () => {
    serve(asMember(society));
    open();
    await heading();
    await waitFor(() =>
      expect(rooms()).toEqual(expect.arrayContaining([roomOf('societyPublic', society.ID), roomOf('society', society.ID)])),
    );
  });

  it('shows an empty state that invites members to post', async () => {
    serve({ ...asMember(society), Post_Count: 0 });
    servePosts([]);
    const { user } = open();
    expect(await screen.findByText('No recent activity')).toBeDefined();
    expect(screen.getByText('Be the first to share something with the society!')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Create Post' }));
    expect(await screen.findByRole('dialog', { name: 'Create Post' })).toBeDefined();
  });

  it.each([
    ['an outsider', society],
    ['a member who may not post', { ...asMember(society), Can: { ...asMember(society).Can, post: false } }],
  ])('shows %s an empty state that invites to nothing', async (_who, seen) => {
    serve({ ...seen, Post_Count: 0 });
    servePosts([]);
    open();
    expect(await screen.findByText('No recent activity')).toBeDefined();
    expect(screen.getByText('No posts yet.')).toBeDefined();
    expect(screen.queryByText('Be the first to share something with the society!')).toBeNull();
    expect(await screen.findByText('Check back later for new events.')).toBeDefined();
  });

  it('creates a post in this society from its prompt', async () => {
    serve(asMember(society));
    const mine = aPost({ Society_ID: society.ID, Content: 'Back safely!' });
    onCall(createPost, () => yes(createPost, mine));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Create Post' }));
    await user.type(await screen.findByRole('textbox', { name: "What's on your mind?" }), 'Back safely!');
    await user.click(screen.getByRole('button', { name: 'Post' }));
    expect(await screen.findByText('Back safely!')).toBeDefined();
    expect(requests.find(({ path }) => path === createPost.path)?.body).toMatchObject({ society_id: society.ID, content: 'Back safely!' });
  });

  it.each([
    ['admins', 'Only admins can post in this society.'],
    ['moderators', 'Only moderators and admins can post in this society.'],
    ['all-members', 'Your account cannot post here.'],
  ] as const)('explains why a member cannot post if only %s may', async (whoCanPost, reason) => {
    const member = asMember(society);
    serve({ ...member, Permissions: { ...member.Permissions!, whoCanPost }, Can: { ...member.Can, post: false } });
    open();
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Create Post' })).disabled).toBe(true);
    expect(screen.getByText(reason)).toBeDefined();
  });

  it('shows a notice for a private society, and requests no posts', async () => {
    serve(seeing({ seePosts: false, seeEvents: false }));
    open();
    expect(await screen.findByText('Only members see the posts')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Join Society' })).toBeDefined();
    for (const { path } of [getPostsBySociety, getEventsBySociety]) expect(paths()).not.toContain(path);
  });
});

describe('upcoming events on the society page', () => {
  const side = async () => within(await screen.findByRole('region', { name: 'Upcoming Events' }));

  it('show day, title, time and place, linked to the event', async () => {
    const event = anEvent();
    serveEvents([event, anEvent({ Title: 'Pitch in Five', Is_Online: true, Time: '18:00' })]);
    open();
    const items = await (await side()).findAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual([
      'Thu26NovLine Follower Finals5:30 PM · Engineering Hall B',
      'Thu26NovPitch in Five6:00 PM · Online',
    ]);
    expect((await side()).getByRole('link', { name: /Line Follower/ }).getAttribute('href')).toBe(`/events/${event.ID}`);
  });

  it('link to all events, and to a new one for those who may create it', async () => {
    const society = seeing({ createEvents: true });
    serve(society);
    serveEvents([]);
    open();
    const links = () =>
      [...document.querySelectorAll('[aria-label="Upcoming Events"] a')].map((link) => [link.textContent, link.getAttribute('href')]);
    await (await side()).findByText('No upcoming events');
    expect(links()).toEqual([
      ['View All Events', `/societies/${society.ID}/events`],
      ['Create Event', `/societies/${society.ID}/events/new`],
    ]);
  });

  it('omit past and cancelled events', async () => {
    serveEvents([anEvent({ Status: 'cancelled' }), anEvent({ Status: 'completed' })]);
    open();
    expect(await (await side()).findByText('No upcoming events')).toBeDefined();
    expect((await side()).getByText('Check back later for new events.')).toBeDefined();
  });

  it.each([
    ['a new event', (event: Event) => arrives(eventCreated, sharedEventOf(event))],
    ['a change', (event: Event) => arrives(eventUpdated, sharedEventOf(event))],
    ['a deletion', ({ ID, Society_ID }: Event) => arrives(eventRemoved, { event_id: ID, society_id: Society_ID, version: 2 })],
  ])('refetch after %s', async (_name, send) => {
    serveEvents([anEvent({ Title: 'Before' })]);
    open();
    await (await side()).findByText('Before');
    expect(rooms()).toContain(roomOf('events'));
    serveEvents([anEvent({ Title: 'After' })]);
    send(anEvent({ Society_ID: newId() }));
    send(anEvent({ Society_ID: society.ID }));
    expect(await (await side()).findByText('After')).toBeDefined();
    expect(paths().filter((path) => path === getEventsBySociety.path)).toHaveLength(2);
  });

  it('fail apart from the page, and can retry', async () => {
    onCall(getEventsBySociety, () => no(500, 'internal', 'Boom'));
    const { user } = open();
    const again = await (await side()).findByRole('button', { name: 'Try again' });
    serveEvents([anEvent()]);
    await user.click(again);
    expect(await (await side()).findByText('Line Follower Finals')).toBeDefined();
    expect((await side()).queryByRole('alert')).toBeNull();
  });

  it('are hidden if events are for members', async () => {
    serve(seeing({ seeEvents: false }));
    open();
    expect(await screen.findByText('Packing list for Friday')).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Upcoming Events' })).toBeNull();
  });

  it('are shown after the second post on phones', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
    open();
    await screen.findByText('Packing list for Friday');
    const order = [...document.querySelectorAll('article, section[aria-label="Upcoming Events"]')].map((element) => element.tagName);
    expect(order).toEqual(['ARTICLE', 'ARTICLE', 'SECTION']);
    vi.unstubAllGlobals();
  });
});

describe('a society that cannot be shown', () => {
  it.each([
    ['an unknown id', at],
    ['an invalid id', '/societies/nonsense'],
  ])('shows the missing page for %s', async (_name, path) => {
    onCall(getSocietyInfo, () => no(404, 'not_found', 'Not found.'));
    open(path);
    expect(await screen.findByRole('heading', { level: 1, name: 'Society not found' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Discover societies' }).getAttribute('href')).toBe('/societies');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['403', no(403, 'forbidden', 'You do not have permission to do this.')],
    ['429', no(429, 'too_many_requests', 'Too many requests. Please try again later.')],
    ['500', no(500, 'internal', 'Boom')],
  ])('shows %s in place, and can retry', async (_name, reply) => {
    onCall(getSocietyInfo, () => reply);
    const { user } = open();
    expect(await screen.findByRole('heading', { name: 'The society did not load' })).toBeDefined();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    serve(society);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await heading()).toBeDefined();
  });

  it('shows a skeleton while loading, announced once', async () => {
    const answer = deferred<ReturnType<typeof yes>>();
    onCall(getSocietyInfo, () => answer.promise);
    open();
    expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined();
    answer.give(yes(getSocietyInfo, society));
    await heading();
  });
});

it('the society page is shown in Arabic', async () => {
  await chooseLanguage('ar');
  serve({ ...society, Request_Status: 'pending' });
  open();
  expect(await screen.findByRole('button', { name: 'أُرسل الطلب' })).toBeDefined();
  expect(screen.getAllByText('منشوران').length).toBeGreaterThan(0);
});
