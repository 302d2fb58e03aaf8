import { cleanup, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ActivityItem, getActivityFeed } from '#models/contract/activity';
import { getUserStatus } from '#models/contract/attendance';
import { getMyTicket } from '#models/contract/check-in';
import { getComments } from '#models/contract/comments';
import type { Call } from '#models/contract/define';
import { getEventQuestions } from '#models/contract/event-questions';
import { getSeries } from '#models/contract/event-series';
import { getAllEvents, getEventInfo, getEventsAttendedByUser, getEventsBySociety, getRelatedEvents } from '#models/contract/events';
import { getInvitations } from '#models/contract/invitations';
import { getJoinRequests } from '#models/contract/join-request-queue';
import { getAllMembers } from '#models/contract/member-list';
import { getNotifications } from '#models/contract/notifications';
import { getAllPosts, getPost, getPostsBySociety } from '#models/contract/posts';
import { getPostsByUser } from '#models/contract/posts-by-user';
import { getPublicProfile, getUserProfileInfo } from '#models/contract/profiles';
import { getRecommendations, type Recommendation } from '#models/contract/recommendations';
import { getAllSocieties, getSocietiesByUser, getSocietiesByUserPublic, getSocietyInfo } from '#models/contract/societies';
import { getMyTickets } from '#models/contract/support';
import { getTrendingPosts } from '#models/contract/trending';
import { ActivityCard } from '@/features/activity/activity-card';
import { noFilter } from '@/features/events/event-filter';
import { EventList } from '@/features/events/event-list';
import QuestionsCard from '@/features/events/questions/questions-card';
import { RecommendationsCard } from '@/features/recommendations/recommendations-card';
import { SocietyList } from '@/features/societies/society-list';
import { TrendingCard } from '@/features/trending/trending-card';
import { i18n } from '@/lib/i18n';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { clearUserState } from '@/lib/user-change';
import AccountPage from '@/pages/account-page';
import EventPage from '@/pages/event-page';
import MembersPage from '@/pages/members-page';
import MySocietiesPage from '@/pages/my-societies-page';
import NotificationsPage from '@/pages/notifications-page';
import PostPage from '@/pages/post-page';
import ProfilePage from '@/pages/profile-page';
import SocietyPage from '@/pages/society-page';
import TicketsPage from '@/pages/tickets-page';
import { PostList } from '../features/posts/post-list';
import { serveMuted } from './fake-mutes';
import { no, onCall } from './fake-server';
import { connectSocket } from './fake-socket';
import { aComment, aNotification, aPost, aSociety, aUser, newId } from './fixtures';
import { anOwnProfile } from './own-profile-fixtures';
import { aProfile, aReply, aTicket } from './people-fixtures';
import { show } from './render';
import { aMember, anEvent, aQuestion, asMember } from './society-fixtures';

type Thing = object & { [field: string]: unknown };

interface Screen {
  what: string;
  call: Call;
  /** A page's path, or a card. */
  at?: string;
  element: ReactElement;
  /** A complete thing; a list call answers two of them, others this one. */
  thing: Thing;
  /** Text of the empty or error state. */
  nothing: RegExp;
}

const me = aUser();
const person = aProfile();
const society = asMember(aSociety(), 'admin');
const event = anEvent({ Standing: { attendance: 'not_attending', version: 0, bookmarked: false, bookmark_version: 0 } });
const post = aPost({ CommentsCount: 2 });
const activity: ActivityItem = {
  id: newId(),
  type: 'post',
  user: 'Omar',
  user_id: newId(),
  action: 'posted in',
  target: 'Robotics Society',
  time: post.CreatedAt,
  avatar: '',
  link: '/posts/1',
} as ActivityItem;
const recommendation: Recommendation = {
  id: newId(),
  type: 'event',
  title: 'Finals',
  description: '',
  reason: 'Popular this week',
  reason_code: 'popular',
  params: {},
  score: 0,
  factors: [],
  society_id: newId(),
  small: false,
  reserved: false,
  image: '',
  members: null,
  category: 'Competition',
  date: '2026-11-26',
  time: '17:30',
  starts_at: null,
  location: 'Hall B',
};

const screens: Screen[] = [
  {
    what: 'the feed',
    call: getAllPosts,
    element: <PostList source={{ kind: 'feed' }} empty="No posts available." />,
    thing: post,
    nothing: /No posts available/,
  },
  {
    what: 'a post',
    call: getPost,
    at: `/posts/${post.ID}`,
    element: <PostPage />,
    thing: post,
    nothing: /Post not found/,
  },
  {
    what: 'the comments of a post',
    call: getComments,
    at: `/posts/${post.ID}`,
    element: <PostPage />,
    thing: aComment(),
    nothing: /Qualifiers/,
  },
  { what: 'an event', call: getEventInfo, at: `/events/${event.ID}`, element: <EventPage />, thing: event, nothing: /Event not found\./ },
  {
    what: 'the questions about an event',
    call: getEventQuestions,
    element: <QuestionsCard event={event} />,
    thing: aQuestion({ Event_ID: event.ID }),
    nothing: /No questions yet|did not load/,
  },
  {
    what: 'the events',
    call: getAllEvents,
    element: <EventList filter={noFilter} onChange={() => {}} />,
    thing: event,
    nothing: /No events found matching your criteria\./,
  },
  {
    what: 'the societies',
    call: getAllSocieties,
    element: <SocietyList filter={{ q: '', category: '', filter: '' } as never} onChange={() => {}} />,
    thing: society,
    nothing: /societies/i,
  },
  {
    what: 'a society',
    call: getSocietyInfo,
    at: `/societies/${society.ID}`,
    element: <SocietyPage />,
    thing: society,
    nothing: /Society not found|no society/i,
  },
  { what: 'own societies', call: getSocietiesByUser, element: <MySocietiesPage />, thing: society, nothing: /societies/i },
  {
    what: 'the members of a society',
    call: getAllMembers,
    at: `/societies/${society.ID}/members`,
    element: <MembersPage />,
    thing: aMember(),
    nothing: /members/i,
  },
  {
    what: 'a profile',
    call: getPublicProfile,
    at: `/users/${person.ID}`,
    element: <ProfilePage />,
    thing: person,
    nothing: /Profile not found/,
  },
  {
    what: 'the posts of a profile',
    call: getPostsByUser,
    at: `/users/${person.ID}`,
    element: <ProfilePage />,
    thing: post,
    nothing: /No posts yet/,
  },
  {
    what: 'the events of a profile',
    call: getEventsAttendedByUser,
    at: `/users/${person.ID}`,
    element: <ProfilePage />,
    thing: event,
    nothing: /No attended events/,
  },
  {
    what: 'the societies of a profile',
    call: getSocietiesByUserPublic,
    at: `/users/${person.ID}`,
    element: <ProfilePage />,
    thing: society,
    nothing: /No societies to show/,
  },
  { what: 'the account', call: getUserProfileInfo, element: <AccountPage />, thing: anOwnProfile({ ID: me.ID }), nothing: /did not load/ },
  {
    what: 'the notifications',
    call: getNotifications,
    element: <NotificationsPage />,
    thing: aNotification(),
    nothing: /No notifications yet/,
  },
  { what: 'recent activity', call: getActivityFeed, element: <ActivityCard />, thing: activity, nothing: /Nothing new yet/ },
  {
    what: 'trending posts',
    call: getTrendingPosts,
    element: <TrendingCard />,
    thing: { ...post, title: 'Qualifiers', score: 1 },
    nothing: /No posts are trending yet/,
  },
  {
    what: 'recommendations',
    call: getRecommendations,
    element: <RecommendationsCard />,
    thing: recommendation,
    nothing: /No suggestions right now/,
  },
  {
    what: 'own questions to support',
    call: getMyTickets,
    element: <TicketsPage />,
    thing: aTicket({ Replies: [aReply()] }),
    nothing: /You have not written to support yet/,
  },
] as unknown as Screen[];

/** Answers to the other calls of the pages. */
function serveOthers(): void {
  const empty = (call: Call) => onCall(call, () => ({ status: 200, body: { data: [], next: null } }));
  for (const call of [getComments, getAllPosts, getPostsBySociety, getPostsByUser, getEventsBySociety, getEventsAttendedByUser])
    empty(call);
  for (const call of [
    getEventQuestions,
    getRelatedEvents,
    getSeries,
    getTrendingPosts,
    getSocietiesByUser,
    getSocietiesByUserPublic,
    getInvitations,
    getAllMembers,
  ])
    empty(call);
  const one = (call: Call, data: unknown) => onCall(call, () => ({ status: 200, body: { data } }));
  one(getPost, post);
  one(getEventInfo, event);
  one(getSocietyInfo, society);
  one(getPublicProfile, person);
  one(getUserProfileInfo, anOwnProfile({ ID: me.ID }));
  one(getUserStatus, { attendance: 'not_attending', waiting_position: null, version: 0, bookmarked: false, bookmark_version: 0 });
  onCall(getMyTicket, () => no(404, 'not_found', 'Not found.'));
  empty(getJoinRequests);
  serveMuted();
}

const routes = ['/posts/:id', '/events/:id', '/societies/:id', '/societies/:id/members', '/users/:id'];

/** The visible text of the screen with this answer. */
async function read({ call, at = '/', element }: Screen, body: unknown): Promise<string> {
  clearUserState();
  serveOthers();
  onCall(call, () => ({ status: call.status, body }));
  const { container } = show(
    <Routes>
      {routes.map((path) => (
        <Route key={path} path={path} element={element} />
      ))}
      <Route path="*" element={element} />
    </Routes>,
    { at },
  );
  await waitFor(() => {
    expect(queryClient.isFetching()).toBe(0);
    expect(container.textContent?.replace(at, '')).toMatch(/\w/);
    expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
  });
  const text = container.textContent ?? '';
  expect(text).not.toMatch(/undefined|NaN|\[object|This part could not be shown|This page stopped working/);
  cleanup();
  return text;
}

const isList = (call: Call): boolean => (call.data as unknown as { _zod: { def: { type: string } } })._zod.def.type === 'array';
const bodyOf = (call: Call, thing: unknown) => ({ data: isList(call) ? [thing, null, 7, {}] : thing });
const isNested = (value: unknown): value is Thing => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Variants of a thing: each field missing or null, and nested objects empty. `fill-defaults.test.ts` covers the values. */
function gapped(thing: Thing): Thing[] {
  return Object.entries(thing).flatMap(([name, value], index) => {
    const { [name]: _gone, ...rest } = thing;
    const without = index % 2 ? rest : { ...thing, [name]: null };
    if (Array.isArray(value)) return [without, { ...thing, [name]: [null] }];
    return isNested(value) ? [without, { ...thing, [name]: {} }] : [without];
  });
}

beforeAll(async () => {
  await i18n.loadNamespaces([
    ...[
      'posts',
      'events',
      'event',
      'societies',
      'members',
      'profiles',
      'account',
      'notifications',
      'cards',
      'support',
      'invitations',
      'questions',
    ],
  ]);
  await connectSocket();
});
beforeEach(() => useSession.setState({ status: 'in', user: me }));

describe.each(screens)('$what', (one) => {
  const expectNothing = async (bodies: readonly unknown[]): Promise<void> => {
    for (const body of bodies) expect(await read(one, body)).toMatch(one.nothing);
  };

  it('shows an empty or not-found state for an answer without data', () => expectNothing([{ data: null }, 'nonsense']));

  it('shows an empty or not-found state for any empty answer', { tags: ['long'] }, () => expectNothing([null, {}, { data: {} }]));

  const expectRendered = async (things: readonly Thing[]): Promise<void> => {
    for (const thing of things) expect(await read(one, bodyOf(one.call, thing))).not.toBe('');
  };

  it('renders with one of every six fields missing or null', () => expectRendered(gapped(one.thing).filter((_, index) => index % 6 === 0)));

  it('renders with any field missing or null', { tags: ['long'] }, () => expectRendered(gapped(one.thing)));
});

describe('missing fields show the texts of the specification', () => {
  const feed = screens[0] as Screen;
  const page = screens[3] as Screen;
  it.each([
    ['a post without an author', feed, { ...post, User_Name: null }, 'Unknown User'],
    ['a post without a society', feed, { ...post, Society_Name: null }, 'Unknown Society'],
    ['a post without a time', feed, { ...post, CreatedAt: null }, 'Unknown time'],
    ['a post without content', feed, { ...post, Content: null }, 'No content available'],
    ['an event without a day', page, { ...event, Date: null, Time: null }, 'TBD'],
    ['an event without a place', page, { ...event, Location: null }, 'TBD'],
    ['an event without a title', page, { ...event, Title: null }, 'No title'],
  ])('%s', async (_what, one, thing, text) => {
    expect(await read(one, bodyOf(one.call, thing))).toContain(text);
    expect(screen.queryByText('Unknown')).toBeNull();
  });
});
