import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ActivityItem,
  activityNew,
  cardsRecommendations,
  cardsTrending,
  getActivityFeed,
  getRecommendations,
  getTrendingPosts,
  type Recommendation,
} from '#models/contract/analytics';
import { attendanceChanged, eventStats, getUserStatus } from '#models/contract/attendance';
import { sessionEnded } from '#models/contract/auth';
import { type Attendee, eventCheckedIn, getAttendees } from '#models/contract/check-in';
import { type Comment, commentCreated, commentRemoved, getComments } from '#models/contract/comments';
import type { DataOf } from '#models/contract/define';
import { eventCreated, eventRemoved, eventUpdated } from '#models/contract/event-changes';
import { type Event, getEventInfo, getEventsBySociety } from '#models/contract/events';
import { messages } from '#models/contract/index';
import { getInvitations, type Invitation, invitationNew, invitationRemoved } from '#models/contract/invitations';
import { type JoinRequest, joinRequestCreated, joinRequestDecided, joinRequestWithdrawn } from '#models/contract/join-requests';
import { membershipChanged } from '#models/contract/members';
import { getNotifications, getUnreadCount, type Notification, notificationNew, notificationRead } from '#models/contract/notifications';
import { profileCounts } from '#models/contract/people';
import { getAllPosts, type Post, postCreated, postLikes, postRemoved, postUpdated, typing } from '#models/contract/posts';
import { getPublicProfile, type PublicProfile, userUpdated } from '#models/contract/profiles';
import { getReports, type Report, reportCreated, reportResolved } from '#models/contract/reports';
import {
  getAllSocieties,
  getSocietiesByUser,
  getSocietyInfo,
  getStatistics,
  type Society,
  societyCounts,
  societyCreated,
} from '#models/contract/societies';
import { societyRemoved } from '#models/contract/society-removal';
import { societyUpdated, societyVisibility } from '#models/contract/society-settings';
import { getMyTickets, getTickets, type Ticket, ticketUpdated } from '#models/contract/support';
import { getUserInfo, ownChanged } from '#models/contract/users';
import { ActivityCard } from '@/features/activity/activity-card';
import { useAttendees } from '@/features/check-in/attendees.store';
import { useEvent, useStanding } from '@/features/events/events.queries';
import { UpcomingEvents } from '@/features/events/upcoming-events';
import { useInvitations } from '@/features/invitations/invitations.store';
import { useRequestsLive } from '@/features/join-requests/requests.live';
import { useRequestList } from '@/features/join-requests/requests.queries';
import { NotificationsCard } from '@/features/notifications/notifications-card';
import { PostList } from '@/features/posts/post-list';
import { useProfile } from '@/features/profiles/profiles.store';
import { RecommendationsCard } from '@/features/recommendations/recommendations-card';
import { useReports } from '@/features/reports/reports.store';
import { useSocietiesLive } from '@/features/societies/societies.live';
import { useSociety, useSocietyList } from '@/features/societies/societies.queries';
import { useMyTickets, useTickets } from '@/features/support/tickets.store';
import { TrendingCard } from '@/features/trending/trending-card';
import { i18n } from '@/lib/i18n';
import { useIsMuted } from '@/lib/mute';
import { checkSession, startSession, useSession } from '@/lib/session';
import { keepToken } from '@/lib/token';
import { setUnread, useUnread } from '@/lib/unread';
import { conforms, type Row, row } from './conformance';
import { arrives, connectSocket } from './live';
import { serveMuted } from './muted';
import { show } from './render';
import { serveRequests } from './request-server';
import { no, onCall, yes } from './server';
import { aJoinRequest, anEvent, asMember, sharedEventOf, sharedSocietyOf } from './society-things';
import { aComment, aNotification, aPost, aSociety, aUser, newId, sharedPostOf } from './things';

const me = aUser();
const page = { next: null };
const text = () => screen.getByTestId('subject').textContent;
const subject = (children: React.ReactNode) => <div data-testid="subject">{children}</div>;
/** For what has no screen yet: what a screen would be given. */
const json = (value: unknown) => <>{JSON.stringify(value)}</>;

const feed = subject(<PostList source={{ kind: 'feed' }} empty="none" />);
const post = aPost({ Content: 'As written', Likes: 3, CommentsCount: 1, rev: 5, version: 2 });
const shared = sharedPostOf(post);
const servePosts = (found: Post[]) => onCall(getAllPosts, () => yes(getAllPosts, found, page));
const likeState = () => [text(), screen.queryByRole('button', { name: 'Like' })?.getAttribute('aria-pressed')];
const edited = { ...post, Content: 'As edited', Edited_At: '2026-02-02T00:00:00.000Z', version: 3 };

const first = aComment({ Content: 'first' });
const sharedComment = ({ Can: _can, ...comment }: Comment) => comment;
const ofPost = (CommentsCount: number, rev: number) => ({ post_id: post.ID, Likes: 3, CommentsCount, rev });
const serveComments = (found: Comment[], rev: number) => {
  servePosts([{ ...post, CommentsCount: found.length, Comments: found.length, rev }]);
  onCall(getComments, () => yes(getComments, found, page));
};
const openComments: NonNullable<Row['open']> = async (user) => {
  await user.click(await screen.findByRole('button', { name: 'Comment' }));
};

const posts: Row[] = [
  row(postCreated, shared, {
    screen: feed,
    serve: (isAfter) => servePosts(isAfter ? [post] : []),
    state: likeState,
    late: { ...shared, Content: 'Older', Likes: 0, rev: 4, version: 1 },
  }),
  row(postUpdated, sharedPostOf(edited), {
    screen: feed,
    serve: (isAfter) => servePosts([isAfter ? edited : post]),
    state: likeState,
    late: { ...shared, Likes: 0, rev: 1 },
  }),
  row(
    postRemoved,
    { post_id: post.ID, society_id: post.Society_ID },
    {
      screen: feed,
      serve: (isAfter) => servePosts(isAfter ? [] : [post]),
      state: text,
      late: () => arrives(postCreated, shared),
    },
  ),
  row(
    postLikes,
    { post_id: post.ID, Likes: 8, CommentsCount: 1, rev: 9 },
    {
      screen: feed,
      serve: (isAfter) => servePosts([isAfter ? { ...post, Likes: 8, rev: 9 } : post]),
      state: likeState,
      late: { post_id: post.ID, Likes: 4, CommentsCount: 0, rev: 6 },
    },
  ),
  row(
    commentCreated,
    { ...ofPost(1, 6), comment: sharedComment(first) },
    {
      screen: feed,
      open: openComments,
      serve: (isAfter) => serveComments(isAfter ? [first] : [], isAfter ? 6 : 5),
      state: text,
      late: { ...ofPost(0, 5), comment: sharedComment(first) },
    },
  ),
  row(
    commentRemoved,
    { ...ofPost(0, 6), comment_id: first.ID },
    {
      screen: feed,
      open: openComments,
      serve: (isAfter) => serveComments(isAfter ? [] : [first], isAfter ? 6 : 5),
      state: text,
      late: () => arrives(commentCreated, { ...ofPost(1, 5), comment: sharedComment(first) }),
    },
  ),
  row(
    ownChanged,
    { kind: 'like', id: post.ID, on: true, version: 4 },
    {
      what: 'like',
      screen: feed,
      serve: (isAfter) => servePosts([{ ...post, Is_Liked: isAfter }]),
      state: likeState,
      late: { kind: 'like', id: post.ID, on: false, version: 3 },
    },
  ),
  row(
    ownChanged,
    { kind: 'block', id: post.User, on: true, version: 1 },
    {
      what: 'block',
      screen: feed,
      serve: (isAfter) => servePosts(isAfter ? [] : [post]),
      state: text,
      late: { kind: 'block', id: post.User, on: false, version: 0 },
    },
  ),
];

const item = (fields: Partial<ActivityItem>): ActivityItem => ({
  id: newId(),
  type: 'post',
  user: 'Omar Khalil',
  user_id: newId(),
  action: 'posted in',
  target: 'Robotics',
  time: '2026-01-01T00:00:00.000Z',
  avatar: '',
  verb: 'post.created',
  link: `/posts/${newId()}`,
  ...fields,
});
const [older, newer] = [item({ target: 'Dabke' }), item({ time: '2026-01-02T00:00:00.000Z' })];
const computedAt = '2026-01-02T00:00:00.000Z';
const trend = { ...post, title: 'Trending one', score: 5 };
const { Is_Liked: _liked, Can: _can, ...sharedTrend } = trend;
const suggestion: Recommendation = {
  id: newId(),
  type: 'society',
  title: 'Astronomy Circle',
  description: '',
  reason: '',
  reason_code: 'popular',
  params: {},
  image: '',
  members: 3,
  category: 'Science',
  date: null,
  time: null,
  location: null,
};

const cards: Row[] = [
  row(
    activityNew,
    { item: newer },
    {
      screen: subject(<ActivityCard />),
      serve: (isAfter) => onCall(getActivityFeed, () => yes(getActivityFeed, isAfter ? [newer, older] : [older], page)),
      state: text,
      late: { item: older },
    },
  ),
  row(
    cardsTrending,
    { items: [sharedTrend], computedAt },
    {
      screen: subject(<TrendingCard />),
      serve: (isAfter) => onCall(getTrendingPosts, () => yes(getTrendingPosts, isAfter ? [trend] : [], page)),
      state: text,
      late: { items: [], computedAt: '2026-01-01T00:00:00.000Z' },
    },
  ),
  row(
    cardsRecommendations,
    { computedAt },
    {
      screen: subject(<RecommendationsCard />),
      serve: (isAfter) => onCall(getRecommendations, () => yes(getRecommendations, isAfter ? [suggestion] : [], page)),
      state: text,
      late: { computedAt: '2026-01-01T00:00:00.000Z' },
    },
  ),
];

function Bell() {
  return <p>{useUnread(({ count }) => count)}</p>;
}
const told = aNotification({ version: 2 });
const serveNotifications = (items: Notification[]) => {
  const unread = items.filter(({ read }) => !read).length;
  onCall(getNotifications, () => yes(getNotifications, items, { ...page, counts: { unread, total: items.length } }));
  onCall(getUnreadCount, () => yes(getUnreadCount, unread));
};
const bell = subject(
  <>
    <Bell />
    <NotificationsCard />
  </>,
);
const notified: Row[] = [
  row(
    notificationNew,
    { notification: told, unread: 1 },
    {
      screen: bell,
      serve: (isAfter) => serveNotifications(isAfter ? [told] : []),
      state: text,
      late: { notification: { ...told, count: 9, version: 1 }, unread: 1 },
    },
  ),
  row(
    notificationRead,
    { notification_ids: [told.ID], unread: 0 },
    {
      screen: bell,
      serve: (isAfter) => serveNotifications([{ ...told, read: isAfter, version: isAfter ? 3 : 2 }]),
      state: text,
      late: { notification_ids: [], unread: 0 },
    },
  ),
];

const society = asMember(aSociety({ Member_Count: 12, rev: 5, version: 2 }));
const sharedSociety = sharedSocietyOf(society);
function Societies() {
  useSocietiesLive();
  const { ids } = useSocietyList({ q: '', category: '', isTrending: false });
  const one = useSociety(society.ID);
  return json([ids, one.is === 'there' ? one.society : one.is]);
}
const serveSociety = (info: Society | null) => {
  onCall(getSocietyInfo, () => (info ? yes(getSocietyInfo, info) : no(404, 'not_found', 'Not found.')));
  onCall(getAllSocieties, () => yes(getAllSocieties, info ? [info] : [], page));
  onCall(getSocietiesByUser, () => yes(getSocietiesByUser, info ? [info] : []));
};
const counted = { Member_Count: 13, Event_Count: 3, Post_Count: 41, rev: 6 };
const staleCounts = { Member_Count: 1, Event_Count: 1, Post_Count: 1, rev: 4 };
const renamed = { ...society, Name: 'Robots', version: 3 };
const moderator = { ...asMember(society, 'moderator'), ...counted };
const societyRows: Row[] = [
  row(societyCreated, sharedSociety, {
    screen: subject(<Societies />),
    serve: (isAfter) => serveSociety(isAfter ? society : null),
    state: () => JSON.parse(text() ?? '')[0],
    late: { ...sharedSociety, version: 1 },
  }),
  row(societyUpdated, sharedSocietyOf(renamed), {
    screen: subject(<Societies />),
    serve: (isAfter) => serveSociety(isAfter ? renamed : society),
    state: text,
    late: { ...sharedSociety, ...staleCounts },
  }),
  row(
    societyCounts,
    { society_id: society.ID, ...counted },
    {
      screen: subject(<Societies />),
      serve: (isAfter) => serveSociety(isAfter ? { ...society, ...counted } : society),
      state: text,
      late: { society_id: society.ID, ...staleCounts },
    },
  ),
  row(
    societyVisibility,
    { society_id: society.ID, visibility: 'invite-only', eventsVisible: false },
    {
      screen: subject(<Societies />),
      serve: (isAfter) => serveSociety(isAfter ? null : society),
      state: text,
      late: { society_id: society.ID, visibility: 'public', eventsVisible: true },
    },
  ),
  row(
    societyRemoved,
    { society_id: society.ID },
    {
      screen: subject(<Societies />),
      serve: (isAfter) => serveSociety(isAfter ? null : society),
      state: text,
      late: () => arrives(societyUpdated, sharedSociety),
    },
  ),
  row(
    membershipChanged,
    { society_id: society.ID, user_id: me.ID, Role: 'moderator', ...counted },
    {
      screen: subject(<Societies />),
      serve: (isAfter) => serveSociety(isAfter ? moderator : society),
      state: text,
      late: { society_id: society.ID, user_id: me.ID, Role: null, ...staleCounts },
    },
  ),
];

const asked = aJoinRequest();
const approved: JoinRequest = {
  ...asked,
  Status: 'approved',
  Decided_By: 'Hala',
  Decided_At: computedAt,
  History: [{ Status: 'approved', At: computedAt, By: 'Hala', Reason: '' }],
  version: 2,
};
function Requests() {
  useRequestsLive(society.ID);
  return json(useRequestList(society.ID, 'all').items);
}
const requestRows: Row[] = [
  row(
    joinRequestCreated,
    { society_id: society.ID, request: asked },
    {
      screen: subject(<Requests />),
      serve: (isAfter) => serveRequests(isAfter ? [asked] : []),
      state: text,
      late: { society_id: society.ID, request: { ...asked, Answer: 'Older', version: 0 } },
    },
  ),
  row(
    joinRequestDecided,
    {
      society_id: society.ID,
      request_id: asked.Request_ID,
      Status: 'approved',
      Reason: '',
      Decided_By: 'Hala',
      Decided_At: computedAt,
      version: 2,
    },
    {
      screen: subject(<Requests />),
      serve: (isAfter) => serveRequests([isAfter ? approved : asked]),
      state: text,
      late: () => arrives(joinRequestCreated, { society_id: society.ID, request: asked }),
    },
  ),
  row(
    joinRequestWithdrawn,
    { society_id: society.ID, request_id: asked.Request_ID, version: 2 },
    {
      screen: subject(<Requests />),
      serve: (isAfter) => serveRequests(isAfter ? [] : [asked]),
      state: text,
      late: () => arrives(joinRequestCreated, { society_id: society.ID, request: asked }),
    },
  ),
];

const event = anEvent({ Society_ID: society.ID, attendees: 2, seats_left: 3, rev: 5, version: 2 });
const sharedEvent = sharedEventOf(event);
const moved = { ...event, Title: 'Moved finals', Time: '19:00', version: 3 };
const serveEvents = (found: Event[]) => {
  onCall(getEventsBySociety, () => yes(getEventsBySociety, found, { ...page, counts: { upcoming: found.length, completed: 0 } }));
  onCall(getEventInfo, () => (found[0] ? yes(getEventInfo, found[0]) : no(404, 'not_found', 'Not found.')));
};
const upcoming = subject(<UpcomingEvents societyId={society.ID} />);
function OneEvent() {
  return json(useEvent(event.ID).event ?? null);
}
const going = { attendees: 3, interested: 1, shares: 0, seats_left: 2, rev: 7 };
const statsOf = (counts: typeof going) => ({ event_id: event.ID, society_id: society.ID, ...counts });
function MyStanding() {
  const { standing, isBookmarked } = useStanding(event.ID);
  return json([standing, isBookmarked]);
}
const status = { attendance: 'waiting', waiting_position: 2, version: 3, bookmarked: false, bookmark_version: 1 } as const;
const serveStanding = (fields: Partial<DataOf<typeof getUserStatus>>) =>
  onCall(getUserStatus, () => yes(getUserStatus, { ...status, ...fields }));
const guest: Attendee = {
  ID: newId(),
  Name: 'Rand',
  Image: '',
  attendance: 'attending',
  waiting_position: null,
  At: computedAt,
  Checked_In_At: null,
  Checked_In_By: null,
  version: 2,
};
function Door() {
  const { items, counts } = useAttendees(event.ID, 'attending');
  return json([items, counts]);
}
const inside = { Checked_In_At: computedAt, Checked_In_By: newId(), version: 3 };
const eventRows: Row[] = [
  row(eventCreated, sharedEvent, {
    screen: upcoming,
    serve: (isAfter) => serveEvents(isAfter ? [event] : []),
    state: text,
    late: { ...sharedEvent, Title: 'Older', version: 1 },
  }),
  row(eventUpdated, sharedEventOf(moved), {
    screen: upcoming,
    serve: (isAfter) => serveEvents([isAfter ? moved : event]),
    state: text,
    late: sharedEvent,
  }),
  row(
    eventRemoved,
    { event_id: event.ID, society_id: society.ID },
    {
      screen: upcoming,
      serve: (isAfter) => serveEvents(isAfter ? [] : [event]),
      state: text,
      late: () => arrives(eventUpdated, sharedEvent),
    },
  ),
  row(eventStats, statsOf(going), {
    screen: subject(<OneEvent />),
    serve: (isAfter) => serveEvents([isAfter ? { ...event, ...going } : event]),
    state: text,
    late: statsOf({ ...going, attendees: 0, rev: 6 }),
  }),
  row(
    attendanceChanged,
    { event_id: event.ID, attendance: 'attending', waiting_position: null, version: 4 },
    {
      screen: subject(<MyStanding />),
      serve: (isAfter) => serveStanding(isAfter ? { attendance: 'attending', waiting_position: null, version: 4 } : {}),
      state: text,
      late: { event_id: event.ID, attendance: 'waiting', waiting_position: 1, version: 3 },
    },
  ),
  row(
    ownChanged,
    { kind: 'bookmark', id: event.ID, on: true, version: 4 },
    {
      what: 'bookmark',
      screen: subject(<MyStanding />),
      serve: (isAfter) => serveStanding(isAfter ? { bookmarked: true, bookmark_version: 4 } : {}),
      state: text,
      late: { kind: 'bookmark', id: event.ID, on: false, version: 3 },
    },
  ),
  row(
    eventCheckedIn,
    { event_id: event.ID, user_id: guest.ID, at: inside.Checked_In_At, by: inside.Checked_In_By, checked_in: 1, version: 3 },
    {
      screen: subject(<Door />),
      serve: (isAfter) =>
        onCall(getAttendees, () =>
          yes(getAttendees, [isAfter ? { ...guest, ...inside } : guest], {
            ...page,
            counts: { attending: 1, waiting: 0, checked_in: isAfter ? 1 : 0 },
          }),
        ),
      state: text,
      late: { event_id: event.ID, user_id: guest.ID, at: null, by: null, checked_in: 0, version: 2 },
    },
  ),
];

const invitation: Invitation = {
  ID: newId(),
  Society: { ID: society.ID, Name: society.Name, Image: '', Category: 'Technology', Member_Count: 3 },
  Invited_By: { ID: newId(), Name: 'Hala', Image: '' },
  CreatedAt: computedAt,
  version: 1,
};
function Invitations() {
  return json(useInvitations().items);
}
const serveInvitations = (found: Invitation[]) => onCall(getInvitations, () => yes(getInvitations, found, page));
const report: Report = {
  ID: newId(),
  kind: 'post',
  object: post.ID,
  Society_ID: society.ID,
  message: 'Spam',
  User: newId(),
  User_Name: 'Rand',
  About: post.User,
  About_Name: 'Omar',
  Excerpt: '',
  link: '',
  CreatedAt: computedAt,
  status: 'open',
  note: '',
  Decided_By: null,
  Decided_At: null,
  version: 1,
};
function Reports() {
  const { items, counts } = useReports('open', society.ID);
  return json([items, counts]);
}
const serveReports = (found: Report[]) =>
  onCall(getReports, () => yes(getReports, found, { ...page, counts: { open: found.length, dismissed: 0, removed: 0, noted: 0 } }));
const ticket: Ticket = {
  ID: newId(),
  Category: 'general',
  Subject: 'Help',
  Content: 'Please',
  Status: 'open',
  User: me.ID,
  User_Name: me.Name,
  CreatedAt: computedAt,
  Replies: [],
  version: 1,
  User_Email: null,
};
const reply = { ID: newId(), User: newId(), User_Name: 'Support', Is_Support: true, Content: 'Here', CreatedAt: computedAt };
const answered: Ticket = { ...ticket, Status: 'answered', Replies: [reply], version: 2 };
const sharedTicket = ({ User_Email: _email, ...rest }: Ticket) => rest;
function Tickets() {
  return json([useMyTickets().items, useTickets('open').items]);
}
const serveTickets = (one: Ticket) => {
  onCall(getMyTickets, () => yes(getMyTickets, [one], page));
  const open = one.Status === 'open' ? [one] : [];
  onCall(getTickets, () => yes(getTickets, open, { ...page, counts: { open: open.length, answered: 1 - open.length, closed: 0 } }));
};
const profile: PublicProfile = {
  ID: newId(),
  Name: 'Rand',
  Image: '',
  Email: null,
  Phone_Number: null,
  Bio: '',
  Create_Date: computedAt,
  Society_Count: 1,
  Event_Count: 1,
  Post_Count: 1,
  Likes_Count: 1,
  Followers: 4,
  Following: 2,
  Is_Following: false,
  Can: { see: true, follow: true, block: true },
  rev: 5,
  version: 2,
};
function Profile() {
  return json(useProfile(profile.ID).profile ?? null);
}
const serveProfile = (fields: Partial<PublicProfile>) => onCall(getPublicProfile, () => yes(getPublicProfile, { ...profile, ...fields }));
const hidden = { Email: null, Bio: null, Followers: null, Following: null, Can: { see: false, follow: true, block: true }, version: 3 };
const peopleRows: Row[] = [
  row(
    invitationNew,
    { invitation },
    {
      screen: subject(<Invitations />),
      serve: (isAfter) => serveInvitations(isAfter ? [invitation] : []),
      state: text,
      late: { invitation: { ...invitation, version: 0 } },
    },
  ),
  row(
    invitationRemoved,
    { invitation_id: invitation.ID, version: 2 },
    {
      screen: subject(<Invitations />),
      serve: (isAfter) => serveInvitations(isAfter ? [] : [invitation]),
      state: text,
      late: () => arrives(invitationNew, { invitation }),
    },
  ),
  row(
    reportCreated,
    { report },
    {
      screen: subject(<Reports />),
      serve: (isAfter) => serveReports(isAfter ? [report] : []),
      state: text,
      late: { report: { ...report, message: 'Older', version: 0 } },
    },
  ),
  row(
    reportResolved,
    { report_id: report.ID, action: 'dismiss', version: 2 },
    {
      screen: subject(<Reports />),
      serve: (isAfter) => serveReports(isAfter ? [] : [report]),
      state: text,
      late: () => arrives(reportCreated, { report }),
    },
  ),
  row(
    ticketUpdated,
    { ticket: sharedTicket(answered) },
    {
      screen: subject(<Tickets />),
      serve: (isAfter) => serveTickets(isAfter ? answered : ticket),
      state: text,
      late: { ticket: sharedTicket(ticket) },
    },
  ),
  row(
    profileCounts,
    { user_id: profile.ID, Followers: 5, Following: 2, rev: 6 },
    {
      screen: subject(<Profile />),
      serve: (isAfter) => serveProfile(isAfter ? { Followers: 5, rev: 6 } : {}),
      state: text,
      late: { user_id: profile.ID, Followers: 0, Following: 0, rev: 4 },
    },
  ),
  row(
    userUpdated,
    { user_id: profile.ID, Name: 'Rand T.', Image: '', version: 3 },
    {
      screen: subject(<Profile />),
      serve: (isAfter) => serveProfile(isAfter ? { Name: 'Rand T.', version: 3 } : {}),
      state: text,
      late: { user_id: profile.ID, Name: 'Older', Image: '', version: 1 },
    },
  ),
  row(
    ownChanged,
    { kind: 'follow', id: profile.ID, on: true, version: 4 },
    {
      what: 'follow',
      screen: subject(<Profile />),
      serve: (isAfter) => serveProfile({ Is_Following: isAfter }),
      state: text,
      late: { kind: 'follow', id: profile.ID, on: false, version: 3 },
    },
  ),
  row(
    ownChanged,
    { kind: 'privacy', id: me.ID, on: true, version: 9 },
    {
      what: 'privacy: who was blocked hears no more than this',
      screen: subject(<Profile />),
      serve: (isAfter) => serveProfile(isAfter ? hidden : {}),
      state: text,
      late: { kind: 'privacy', id: me.ID, on: true, version: 8 },
    },
  ),
];

function Muted() {
  return json(useIsMuted(society.ID));
}
const mutes: Row[] = [
  row(
    ownChanged,
    { kind: 'mute', id: society.ID, on: true, version: 3 },
    {
      what: 'mute',
      screen: subject(<Muted />),
      serve: (isAfter) => serveMuted(...(isAfter ? [society.ID] : [])),
      state: text,
      late: { kind: 'mute', id: society.ID, on: false, version: 2 },
    },
  ),
];

const rows: Row[] = [...mutes, ...posts, ...cards, ...notified, ...societyRows, ...requestRows, ...eventRows, ...peopleRows];
/** What is not kept cannot be fetched again: these have tests of their own, below. */
const announced = [typing, sessionEnded];

beforeAll(async () => {
  await i18n.loadNamespaces(['posts', 'cards', 'notifications', 'events', 'societies']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: me });
  setUnread(0);
  onCall(getStatistics, () => no(403, 'forbidden', 'No'));
});

it('every message has its rows, and every kind of an own change', () => {
  const kinds = rows.filter(({ message }) => message.name === ownChanged.name).map(({ what }) => what?.split(':')[0]);
  expect(kinds.toSorted()).toEqual(ownChanged.payload.shape.kind.options.toSorted());
  const covered = new Set([...rows.map(({ message }) => message.name), ...announced.map(({ name }) => name)]);
  expect([...covered].toSorted()).toEqual(messages.map(({ name }) => name).toSorted());
});

for (const one of rows) conforms(one);

describe('what is announced and not kept', () => {
  it('typing is said once, of others, and forgotten', async () => {
    servePosts([post]);
    serveComments([], 5);
    const { user } = show(feed);
    await openComments(user);
    const told = { post_id: post.ID, user_id: newId(), User_Name: 'Rand Tarawneh' };
    arrives(typing, told);
    arrives(typing, told);
    expect(screen.getAllByText('Rand is typing')).toHaveLength(1);
    arrives(typing, { ...told, user_id: me.ID, User_Name: me.Name });
    expect(screen.getAllByText(/is typing/)).toHaveLength(1);
    arrives(commentCreated, { ...ofPost(1, 6), comment: { ...sharedComment(first), User: told.user_id } });
    expect(screen.queryByText(/is typing/)).toBeNull();
  });

  it('the end of the own session is believed only when the server says so too, and said once', async () => {
    keepToken('good', true);
    onCall(getUserInfo, () => yes(getUserInfo, me));
    await act(startSession);
    show(subject('here'));
    arrives(sessionEnded, { reason: 'ended_elsewhere', session_ids: [newId()] });
    await act(checkSession);
    expect(useSession.getState().status).toBe('in');
    onCall(getUserInfo, () => no(401, 'unauthorized', 'Please log in.'));
    arrives(sessionEnded, { reason: 'ended_elsewhere', session_ids: 'all' });
    arrives(sessionEnded, { reason: 'ended_elsewhere', session_ids: 'all' });
    await waitFor(() => expect(useSession.getState().status).toBe('out'));
    expect(await screen.findAllByText(/please log in again/)).toHaveLength(1);
  });
});
