import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { eventStats } from '#models/contract/attendance';
import { commentCreated } from '#models/contract/comments';
import { getAllEvents } from '#models/contract/events';
import { getAllMembers } from '#models/contract/member-list';
import { membershipChanged } from '#models/contract/members';
import { getNotifications, notificationNew } from '#models/contract/notifications';
import { getAllPosts, postLikes } from '#models/contract/posts';
import { getAllSocieties } from '#models/contract/societies';
import { noFilter } from '@/features/events/event-filter';
import { EventList } from '@/features/events/event-list';
import { Members } from '@/features/members/members';
import { NotificationsList } from '@/features/notifications/notifications-list';
import { PostList } from '@/features/posts/post-list';
import '@/features/societies/membership.live';
import { useSocietiesLive } from '@/features/societies/societies.live';
import { SocietyList } from '@/features/societies/society-list';
import { i18n } from '@/lib/i18n';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { onCall, yes } from './fake-server';
import { arrives, connectSocket } from './fake-socket';
import { aComment, aNotification, aPost, aSociety, aUser, newId } from './fixtures';
import { refetchAll } from './refetch';
import { show } from './render';
import { type Rerender, rerendersDuring } from './rerenders';
import { page } from './rows/shared';
import { aMember, anEvent, asMember } from './society-fixtures';

const me = aUser();

beforeAll(async () => {
  await i18n.loadNamespaces(['posts', 'events', 'societies', 'members', 'notifications']);
  await connectSocket();
});
beforeEach(() => useSession.setState({ status: 'in', user: me }));

type One = Pick<Rerender, 'name' | 'props'>;

/** Names of components that rerendered outside the expected one. */
const outside = (drawn: readonly Rerender[], isIt: (one: One) => boolean): string[] => [
  ...new Set(drawn.filter((one) => ![one, ...one.inside].some(isIt)).map(({ name }) => name)),
];
const isOf = (name: string, id: string) => (one: One) => one.name === name && one.props.id === id;
const settled = async (count: number, role: 'article' | 'listitem' = 'article') =>
  await waitFor(() => {
    expect(screen.getAllByRole(role).length).toBeGreaterThanOrEqual(count);
    expect(queryClient.isFetching()).toBe(0);
  });

it('a like or a comment rerenders only its post', async () => {
  const [one, two, three] = [aPost(), aPost(), aPost()];
  onCall(getAllPosts, () => yes(getAllPosts, [one, two, three], { next: null }));
  show(<PostList source={{ kind: 'feed' }} empty={null} />);
  await settled(3);
  const of = { post_id: two.ID };
  const liked = await rerendersDuring(() => arrives(postLikes, { ...of, Likes: 41, CommentsCount: 3, rev: 9 }));
  expect(screen.getByText('41')).toBeDefined();
  expect(liked.some(isOf('PostCard', two.ID))).toBe(true);
  expect(outside(liked, isOf('PostCard', two.ID))).toEqual([]);
  const { Can: _can, ...comment } = aComment();
  const commented = await rerendersDuring(() => arrives(commentCreated, { ...of, comment, Likes: 41, CommentsCount: 52, rev: 10 }));
  expect(screen.getByText('52')).toBeDefined();
  expect(outside(commented, isOf('PostCard', two.ID))).toEqual([]);
});

it("an event's counts rerender only its card", async () => {
  const [one, two, three] = [anEvent(), anEvent({ Max_Attendees: 90 }), anEvent()];
  onCall(getAllEvents, () => yes(getAllEvents, [one, two, three], page));
  show(<EventList filter={noFilter} onChange={() => {}} />);
  await settled(3);
  const counts = { attendees: 83, interested: 1, shares: 0, seats_left: 7, rev: two.rev + 1 };
  const drawn = await rerendersDuring(() => arrives(eventStats, { event_id: two.ID, society_id: two.Society_ID, ...counts }));
  expect(drawn.some(isOf('EventCard', two.ID))).toBe(true);
  expect(outside(drawn, isOf('EventCard', two.ID))).toEqual([]);
});

function Discovery() {
  useSocietiesLive();
  return <SocietyList filter={{ q: '', category: '', isTrending: false }} onChange={() => {}} />;
}

it('a new member rerenders only the card of the society', async () => {
  const found = [aSociety(), aSociety(), aSociety()];
  const [, two] = found;
  onCall(getAllSocieties, () => yes(getAllSocieties, found, page));
  show(<Discovery />);
  await settled(3);
  const counts = { Member_Count: 987, Event_Count: 0, Post_Count: 0, rev: (two?.rev ?? 0) + 1 };
  const joined = { society_id: two?.ID ?? '', user_id: newId(), Role: 'member' as const, ...counts };
  const drawn = await rerendersDuring(() => arrives(membershipChanged, joined));
  expect(screen.getByText(/987/)).toBeDefined();
  expect(outside(drawn, isOf('SocietyCard', joined.society_id))).toEqual([]);
});

it("a changed role rerenders only the member's row, also after a refetch", async () => {
  const society = asMember(aSociety(), 'admin');
  const found = [aMember(), aMember({ Name: 'Tala Shami' }), aMember()];
  const two = found[1] ?? aMember();
  const counts = { total: 3, admins: 0, moderators: 0 };
  onCall(getAllMembers, () => yes(getAllMembers, found, { ...page, counts }));
  show(<Members society={society} />);
  await settled(3, 'listitem');
  const rows = (drawn: readonly Rerender[]) => [
    ...new Set(drawn.filter(({ name }) => name === 'MemberRow').map(({ props }) => (props.member as { ID: string }).ID)),
  ];
  const moved = { society_id: society.ID, user_id: two.ID, Role: 'moderator' as const };
  const drawn = await rerendersDuring(() =>
    arrives(membershipChanged, { ...moved, Member_Count: 3, Event_Count: 0, Post_Count: 0, rev: 9 }),
  );
  expect(rows(drawn)).toEqual([two.ID]);
  found[1] = { ...two, Role: 'moderator' };
  expect(rows(await rerendersDuring(() => refetchAll()))).toEqual([]);
});

it('a new notification rerenders no earlier one', async () => {
  const before = [aNotification(), aNotification(), aNotification()];
  onCall(getNotifications, () => yes(getNotifications, before, { next: null, counts: { unread: 3, total: 3 } }));
  show(<NotificationsList />);
  await settled(3, 'listitem');
  const drawn = await rerendersDuring(async () => {
    arrives(notificationNew, { notification: aNotification(), unread: 4 });
    await settled(4, 'listitem');
  });
  expect(drawn.some(({ name }) => name === 'NotificationsList')).toBe(true);
  expect(drawn.filter(({ name }) => name === 'NotificationRow')).toEqual([]);
});
