import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type ActivityItem, activityNew, getActivityFeed } from '#models/contract/activity';
import { groupActivity, groupedActivityLimit, ungroupActivity } from '#models/contract/activity-lines';
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
import { combineStops, onMessage } from '@/lib/live';
import { cancelAndInvalidate, queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { onUserChange } from '@/lib/user-change';
import { withFallback } from '@/lib/with-fallback';
import { advanceClock, readClock } from '@/sync/logical-clock';

/** Numbers of lines on the home page's card and on the activity page. */
export const shownOnCard = 6;
export const shownOnPage = 20;
const key = ['activity'];
const listKey = (shown: number) => [...key, shown] as const;

/** Items received live, with their logical time; an answer requested earlier lacks them. */
let received: readonly { item: ActivityItem; receivedAt: number }[] = [];
/** Links to removed things; a stale answer does not bring their lines back. */
const removedLinks = new Set<string>();
onUserChange(() => {
  received = [];
  removedLinks.clear();
});

/** Loaded lists of ungrouped items, of the card and of the page. */
const loadedLists = (): (readonly [number, ActivityItem[]])[] =>
  [shownOnCard, shownOnPage].flatMap((shown) => {
    const items = queryClient.getQueryData<ActivityItem[]>(listKey(shown));
    return items ? [[shown, items] as const] : [];
  });
const isLoaded = (test: (item: ActivityItem) => boolean): boolean => loadedLists().some(([, items]) => items.some(test));
const updateLists = (next: (items: ActivityItem[]) => ActivityItem[]): void =>
  loadedLists().forEach(([shown, items]) => void queryClient.setQueryData(listKey(shown), next(items)));
const refetchActivity = (): void => void cancelAndInvalidate(key);

/** Merges items without duplicates, newest first, limited to as many as are grouped. */
const mergeItems = (items: readonly ActivityItem[], more: readonly ActivityItem[]): ActivityItem[] =>
  [...new Map([...items, ...more].map((item) => [item.id, item])).values()]
    .filter(({ link }) => !removedLinks.has(link))
    .toSorted((a, b) => b.time.localeCompare(a.time) || b.id.localeCompare(a.id))
    .slice(0, groupedActivityLimit);

async function fetchActivity(shown: number, signal: AbortSignal): Promise<ActivityItem[]> {
  const requestedAt = readClock();
  const feed = api(getActivityFeed, { limit: shown }, { signal }).then((answer) => answer.data);
  const data = await withFallback(feed, signal, async () => (await import('./activity-fallback')).activityWithoutFeed(signal));
  const later = received.filter(({ receivedAt }) => receivedAt > requestedAt).map(({ item }) => item);
  return mergeItems(ungroupActivity(data), later);
}

function onNew({ item }: PayloadOf<typeof activityNew>): void {
  received = [...received, { item, receivedAt: advanceClock() }].slice(-groupedActivityLimit);
  updateLists((items) => mergeItems(items, [item]));
}

/** Removes the lines that link to a removed thing, and refetches to fill their places. */
function removeByLink(link: string): void {
  if (removedLinks.has(link)) return;
  removedLinks.add(link);
  if (!isLoaded((item) => item.link === link)) return;
  updateLists((items) => mergeItems(items, []));
  refetchActivity();
}

/** Refetches, since an item does not contain the id of its comment. */
function onCommentRemoved({ post_id }: PayloadOf<typeof commentRemoved>): void {
  if (isLoaded(({ type, link }) => type === 'comment' && link === `/posts/${post_id}`)) refetchActivity();
}

const onEventUpdated = ({ ID, Title }: PayloadOf<typeof eventUpdated>): void =>
  updateLists((items) => items.map((item) => (item.link === `/events/${ID}` ? { ...item, target: Title } : item)));

const onUserUpdated = ({ user_id, Name, Image }: PayloadOf<typeof userUpdated>): void =>
  updateLists((items) => items.map((item) => (item.user_id === user_id ? { ...item, user: Name, avatar: Image } : item)));

/** Refetches when the viewer joins or leaves a society, since other items become visible. */
function onMembershipChanged({ user_id }: PayloadOf<typeof membershipChanged>): void {
  if (user_id === useSession.getState().user?.ID) refetchActivity();
}

/** Refetches after a block or unblock, in either direction, since it changes what is visible. */
function onOwnChanged({ kind }: PayloadOf<typeof ownChanged>): void {
  if (kind === 'block' || kind === 'privacy') refetchActivity();
}

/**
 * The newest activity that the viewer may see, updated live. Received items are grouped as the server groups, so that the
 * lines equal those of a refetch.
 */
export function useActivity(shown: typeof shownOnCard | typeof shownOnPage) {
  useEffect(() => {
    return combineStops([
      onMessage(activityNew, onNew),
      onMessage(postRemoved, ({ post_id }) => removeByLink(`/posts/${post_id}`)),
      onMessage(eventRemoved, ({ event_id }) => removeByLink(`/events/${event_id}`)),
      onMessage(commentRemoved, onCommentRemoved),
      onMessage(eventUpdated, onEventUpdated),
      onMessage(userUpdated, onUserUpdated),
      onMessage(membershipChanged, onMembershipChanged),
      onMessage(societyVisibility, refetchActivity),
      onMessage(societyRemoved, refetchActivity),
      onMessage(ownChanged, onOwnChanged),
    ]);
  }, []);
  const query = useQuery({ queryKey: listKey(shown), queryFn: ({ signal }) => fetchActivity(shown, signal) });
  const { data } = query;
  const lines = useMemo(() => data && groupActivity(data).slice(0, shown), [data, shown]);
  return { query, lines };
}
