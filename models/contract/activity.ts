import * as z from 'zod/mini';
import { call, message } from './define.js';
import { cardSize, count, id, shownId, time } from './parts.js';

/** One line of 'Recent Activity'; translations use `verb` and `params`. */
export const activityItem = z.object({
  id,
  type: z.enum(['post', 'event', 'society', 'comment']),
  user: z.string(),
  user_id: shownId,
  action: z.string(),
  target: z.string(),
  time,
  avatar: z.string(),
  verb: z.string(),
  link: z.string(),
  /** Number of the person's activities in this line, among the newest ones. */
  count,
  /** Older activities in this line, newest first. */
  others: z.array(z.object({ id, link: z.string(), time })),
});
export type ActivityItem = z.output<typeof activityItem>;

export const getActivityFeed = call({
  name: 'getActivityFeed',
  feature: 'activity',
  method: 'GET',
  path: '/analytics/activity-feed',
  auth: 'required',
  policy: 'activity.see',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ user_id: z.optional(id), limit: cardSize(6) }),
  data: z.array(activityItem),
  summary:
    'What is new in what the caller may see, so many lines; what one person did repeatedly in one place is one line. `user_id` is the caller.',
  errors: ['forbidden'],
});

export const activityNew = message('activity:new', ['feed', 'society'], z.object({ item: activityItem }));

/** Activities of one second, oldest first. `skipped`: there were more, so the reader's list is complete only after a refetch. */
export const activityBatch = message(
  'activity:batch',
  ['feed', 'society'],
  z.object({ items: z.array(activityItem), skipped: z.boolean() }),
);
