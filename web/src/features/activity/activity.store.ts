import { useMemo } from 'react';
import { type ActivityItem, activityBatch, activityNew, getActivityFeed } from '#models/contract/activity';
import { groupActivity, groupedActivityLimit, ungroupActivity } from '#models/contract/activity-lines';
import { commentCreated, commentRemoved } from '#models/contract/comments';
import { eventCreated, eventRemoved, eventUpdated } from '#models/contract/event-changes';
import { postCreated, postRemoved } from '#models/contract/posts';
import { on, registerEffects } from '@/sync/effects';
import { createEntities } from '@/sync/entities';
import { orElse } from '@/sync/fallback';
import type { HoldBack } from '@/sync/held-back';
import { defineList } from '@/sync/lists';
import { personRef } from '@/sync/people';
import { refetchSoon } from '@/sync/refetch-soon';
import { refBy } from '@/sync/refs';

/** Numbers of lines on the home page's card and on the activity page. */
export const shownOnCard = 6;
export const shownOnPage = 20;

/** Mean delay of the refetch after a burst; spread, so that not every open page asks at once. */
const skippedRefetchMs = 20_000;

/** Something that lines link to. */
interface Target {
  /** Path of its page. */
  ID: string;
  Title: string;
  version: number;
}

/** The targets that messages have changed or removed. */
const targets = createEntities<Target>({});

/** The loaded activities, ungrouped. */
const activities = createEntities<ActivityItem>({
  name: 'activity',
  key: 'id',
  refs: [
    personRef<ActivityItem>('user_id', { Name: 'user', Image: 'avatar' }),
    refBy<ActivityItem, Target>(targets, 'link', { Title: 'target' }),
  ],
});

const feed = defineList({
  key: ['activity'],
  call: getActivityFeed,
  input: ({ limit }: { limit: number }) => ({ limit }),
  entities: activities,
  toEntities: ungroupActivity,
  order: (a, b) => b.time.localeCompare(a.time) || b.id.localeCompare(a.id),
  matches: ({ link }) => !targets.isRemoved(link),
  hold: 'scrolled',
  access: true,
  fetch: orElse<typeof getActivityFeed, unknown>(async (_args, signal) =>
    (await import('./activity-fallback')).activityWithoutFeed(signal),
  ),
});

/** The newest activity that the viewer may see, grouped as the server groups, so that the lines equal those of a refetch. */
export function useActivity(shown: typeof shownOnCard | typeof shownOnPage, hold?: HoldBack) {
  const view = feed.useItems({ limit: shown }, true, hold);
  const { items } = view;
  const lines = useMemo(() => groupActivity(items.slice(0, groupedActivityLimit)).slice(0, shown), [items, shown]);
  return { ...view, lines };
}

/** Removes the activities that link to a removed thing, and refetches to fill their places. */
function removeTarget(link: string, version: number): void {
  if (!targets.remove(link, version)) return;
  const gone = activities.all().filter((item) => item.link === link);
  // `matches` hides those of late answers until the target is restored.
  for (const { id } of gone) activities.drop(id);
  if (gone.length > 0) void feed.refetch();
}

/** Refetches the activities that link to a restored thing. */
function restoreTarget(link: string, version: number): void {
  if (targets.revive(link, version)) void feed.refetch();
}

registerEffects('activity', [
  on(activityNew, ({ item }) => feed.insert(item)),
  on(activityBatch, ({ items, skipped }) => {
    for (const item of items) feed.insert(item);
    if (skipped) refetchSoon(['activity'], skippedRefetchMs * (0.5 + Math.random()));
  }),
  on(postRemoved, ({ post_id, version }) => removeTarget(`/posts/${post_id}`, version)),
  on(eventRemoved, ({ event_id, version }) => removeTarget(`/events/${event_id}`, version)),
  on(postCreated, ({ ID, version }) => restoreTarget(`/posts/${ID}`, version)),
  on(eventCreated, ({ ID, version }) => restoreTarget(`/events/${ID}`, version)),
  // Refetches, since an item does not contain the id of its comment.
  on(commentRemoved, ({ post_id }) => {
    if (activities.all().some(({ type, link }) => type === 'comment' && link === `/posts/${post_id}`)) void feed.refetch();
  }),
  // A comment that was restored: a new one has the first version, and comes with its activity.
  on(commentCreated, ({ comment }) => void (comment.version > 1 && feed.refetch())),
  on(eventUpdated, ({ ID, Title, version }) => void targets.merge([{ ID: `/events/${ID}`, Title, version }])),
]);
