import { type ActivityItem, activityBatch, activityNew, getActivityFeed } from '#models/contract/activity';
import { getNotifications, getUnreadCount, type Notification, notificationNew, notificationRead } from '#models/contract/notifications';
import { cardsRecommendations, getRecommendations, type Recommendation } from '#models/contract/recommendations';
import { cardsTrending, getTrendingPosts } from '#models/contract/trending';
import { ActivityCard } from '@/features/activity/activity-card';
import { NotificationsCard } from '@/features/notifications/notifications-card';
import { RecommendationsCard } from '@/features/recommendations/recommendations-card';
import { TrendingCard } from '@/features/trending/trending-card';
import { useUnread } from '@/sync/unread';
import { type ConformanceRow, row } from '../conformance';
import { onCall, yes } from '../fake-server';
import { aNotification, aPost, newId } from '../fixtures';
import { computedAt, page, subject, text } from './shared';

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
  count: 1,
  others: [],
  ...fields,
});
const [older, newer, newest] = [
  item({ target: 'Dabke' }),
  item({ time: '2026-01-02T00:00:00.000Z' }),
  item({ target: 'Chess', time: '2026-01-03T00:00:00.000Z' }),
];
const trend = { ...aPost({ Likes: 3, CommentsCount: 1 }), title: 'Trending one', score: 5 };
const { Is_Liked: _liked, Like_Version: _version, Can: _can, ...sharedTrend } = trend;
const suggestion: Recommendation = {
  id: newId(),
  type: 'society',
  title: 'Astronomy Circle',
  description: '',
  reason: '',
  reason_code: 'popular',
  params: {},
  score: 0,
  factors: [],
  society_id: newId(),
  small: false,
  reserved: false,
  image: '',
  members: 3,
  category: 'Science',
  date: null,
  time: null,
  starts_at: null,
  location: null,
};

/** Rows of the home page's cards. */
export const cards: ConformanceRow[] = [
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
    activityBatch,
    { items: [newer, newest], skipped: false },
    {
      screen: subject(<ActivityCard />),
      serve: (isAfter) => onCall(getActivityFeed, () => yes(getActivityFeed, isAfter ? [newest, newer, older] : [older], page)),
      state: text,
      late: { items: [older, newer], skipped: false },
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
    { computedAt, changed: true },
    {
      screen: subject(<RecommendationsCard />),
      serve: (isAfter) => onCall(getRecommendations, () => yes(getRecommendations, isAfter ? [suggestion] : [], page)),
      state: text,
      late: { computedAt: '2026-01-01T00:00:00.000Z', changed: true },
    },
  ),
];

function Bell() {
  return <p>{useUnread(({ count }) => count)}</p>;
}
const bellItem = aNotification({ version: 2 });
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
/** Rows of notifications. */
export const notified: ConformanceRow[] = [
  row(
    notificationNew,
    { notification: bellItem, unread: 1 },
    {
      screen: bell,
      serve: (isAfter) => serveNotifications(isAfter ? [bellItem] : []),
      state: text,
      late: { notification: { ...bellItem, count: 9, version: 1 }, unread: 1 },
    },
  ),
  row(
    notificationRead,
    { notification_ids: [bellItem.ID], unread: 0 },
    {
      screen: bell,
      serve: (isAfter) => serveNotifications([{ ...bellItem, read: isAfter, version: isAfter ? 3 : 2 }]),
      state: text,
      late: { notification_ids: [], unread: 0 },
    },
  ),
];
