import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { groupActivity, groupedActivityLimit, ungroupActivity } from '#models/contract/activity-lines';
import { type ActivityItem, activityNew, getActivityFeed } from '#models/contract/analytics';
import { commentRemoved } from '#models/contract/comments';
import type { PayloadOf } from '#models/contract/define';
import { eventRemoved, eventUpdated } from '#models/contract/event-changes';
import { membershipChanged } from '#models/contract/members';
import { postRemoved } from '#models/contract/posts';
import { userUpdated } from '#models/contract/profiles';
import { societyRemoved } from '#models/contract/society-removal';
import { societyVisibility } from '#models/contract/society-settings';
import { ownChanged } from '#models/contract/users';
import { api } from '@/lib/api';
import { onClear } from '@/lib/entities';
import { combineStops, onMessage } from '@/lib/live';
import { advanceClock, readClock } from '@/lib/logical-clock';
import { cancelAndInvalidate, queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { withFallback } from '@/lib/with-fallback';

/** How many lines the card of the home page has, and how many the page: the server gives no more. */
export const shownOnCard = 6;
export const shownOnPage = 20;
const key = ['activity'];
const keyOf = (shown: number) => [...key, shown] as const;

/** Items that came live, with the order in which they did: an answer that was asked for earlier lacks them. */
let arrived: readonly { item: ActivityItem; heard: number }[] = [];
/** Links to things that are gone for good: lines to them do not come back. */
const gone = new Set<string>();
onClear(() => {
  arrived = [];
  gone.clear();
});

/** The happenings behind the lines of the card and of the page, each once, as far as they are loaded. */
const lists = (): (readonly [number, ActivityItem[]])[] =>
  [shownOnCard, shownOnPage].flatMap((shown) => {
    const items = queryClient.getQueryData<ActivityItem[]>(keyOf(shown));
    return items ? [[shown, items] as const] : [];
  });
const knows = (test: (item: ActivityItem) => boolean): boolean => lists().some(([, items]) => items.some(test));
const change = (next: (items: ActivityItem[]) => ActivityItem[]): void =>
  lists().forEach(([shown, items]) => void queryClient.setQueryData(keyOf(shown), next(items)));
const fetchAgain = (): void => void cancelAndInvalidate(key);

/** Newest first, each once, as many as are folded. */
const withItems = (items: readonly ActivityItem[], more: readonly ActivityItem[]): ActivityItem[] =>
  [...new Map([...items, ...more].map((item) => [item.id, item])).values()]
    .filter(({ link }) => !gone.has(link))
    .toSorted((a, b) => b.time.localeCompare(a.time) || b.id.localeCompare(a.id))
    .slice(0, groupedActivityLimit);

async function fetchActivity(shown: number, signal: AbortSignal): Promise<ActivityItem[]> {
  const asked = readClock();
  const feed = api(getActivityFeed, { limit: shown }, { signal }).then((answer) => answer.data);
  const data = await withFallback(feed, signal, async () => (await import('./activity-fallback')).activityWithoutFeed(signal));
  const later = arrived.filter(({ heard }) => heard > asked).map(({ item }) => item);
  return withItems(ungroupActivity(data), later);
}

function onNew({ item }: PayloadOf<typeof activityNew>): void {
  arrived = [...arrived, { item, heard: advanceClock() }].slice(-groupedActivityLimit);
  change((items) => withItems(items, [item]));
}

/** Lines that led there go, and the next in line take their places. */
function forget(link: string): void {
  if (gone.has(link)) return;
  gone.add(link);
  if (!knows((item) => item.link === link)) return;
  change((items) => withItems(items, []));
  fetchAgain();
}

/** Which of the comments on a post a line is about is not known here. */
function onCommentRemoved({ post_id }: PayloadOf<typeof commentRemoved>): void {
  if (knows(({ type, link }) => type === 'comment' && link === `/posts/${post_id}`)) fetchAgain();
}

const onEvent = ({ ID, Title }: PayloadOf<typeof eventUpdated>): void =>
  change((items) => items.map((item) => (item.link === `/events/${ID}` ? { ...item, target: Title } : item)));

const onFace = ({ user_id, Name, Image }: PayloadOf<typeof userUpdated>): void =>
  change((items) => items.map((item) => (item.user_id === user_id ? { ...item, user: Name, avatar: Image } : item)));

/** A new member sees what is new inside the society; a former one no longer does. */
function onMembership({ user_id }: PayloadOf<typeof membershipChanged>): void {
  if (user_id === useSession.getState().user?.ID) fetchAgain();
}

/** A block changes what is shown of others, on either side. */
function onOwn({ kind }: PayloadOf<typeof ownChanged>): void {
  if (kind === 'block' || kind === 'privacy') fetchAgain();
}

/**
 * The newest of what the reader may see, so many lines of it, kept true while they are on the screen. What came live is folded
 * as the server folds, so that a line says the same as after a new answer.
 */
export function useActivity(shown: typeof shownOnCard | typeof shownOnPage) {
  useEffect(() => {
    return combineStops([
      onMessage(activityNew, onNew),
      onMessage(postRemoved, ({ post_id }) => forget(`/posts/${post_id}`)),
      onMessage(eventRemoved, ({ event_id }) => forget(`/events/${event_id}`)),
      onMessage(commentRemoved, onCommentRemoved),
      onMessage(eventUpdated, onEvent),
      onMessage(userUpdated, onFace),
      onMessage(membershipChanged, onMembership),
      onMessage(societyVisibility, fetchAgain),
      onMessage(societyRemoved, fetchAgain),
      onMessage(ownChanged, onOwn),
    ]);
  }, []);
  const query = useQuery({ queryKey: keyOf(shown), queryFn: ({ signal }) => fetchActivity(shown, signal), meta: { failure: false } });
  const { data } = query;
  const lines = useMemo(() => data && groupActivity(data).slice(0, shown), [data, shown]);
  return { query, lines };
}
