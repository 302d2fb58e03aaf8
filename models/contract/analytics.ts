import * as z from 'zod/mini';
import { call, message } from './define.js';
import { fieldTexts } from './errors.js';
import { count, id, time } from './parts.js';
import { post, sharedPost } from './posts.js';

const feature = 'analytics';
const small = (fallback: number) =>
  z._default(
    z.coerce
      .number(fieldTexts.bad_number)
      .check(z.int(fieldTexts.bad_number), z.minimum(1, fieldTexts.bad_number), z.maximum(20, fieldTexts.bad_number)),
    fallback,
  );

/** One line of 'Recent Activity'; translations use `verb` and `params`. */
export const activityItem = z.object({
  id,
  type: z.enum(['post', 'event', 'society', 'comment']),
  user: z.string(),
  user_id: id,
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
  feature,
  method: 'GET',
  path: '/analytics/activity-feed',
  auth: 'required',
  policy: 'activity.see',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ user_id: z.optional(id), limit: small(6) }),
  data: z.array(activityItem),
  summary:
    'What is new in what the caller may see, so many lines; what one person did repeatedly in one place is one line. `user_id` is the caller.',
  errors: ['forbidden'],
});

/** The first 50 characters of the content, then '...'. */
export const trendingPost = z.extend(post, { title: z.string(), score: z.number() });
const sharedTrendingPost = z.extend(sharedPost, { title: z.string(), score: z.number() });

export const getTrendingPosts = call({
  name: 'getTrendingPosts',
  feature,
  method: 'GET',
  path: '/analytics/trending-posts',
  auth: 'optional',
  policy: 'post.see',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({
    limit: small(3),
    days: z._default(
      z.coerce
        .number(fieldTexts.bad_number)
        .check(z.int(fieldTexts.bad_number), z.minimum(1, fieldTexts.bad_number), z.maximum(30, fieldTexts.bad_number)),
      7,
    ),
  }),
  data: z.array(trendingPost),
  summary: 'The open posts that move most, the same for all.',
});

export const recommendation = z.object({
  id,
  type: z.enum(['society', 'event']),
  title: z.string(),
  description: z.string(),
  reason: z.string(),
  reason_code: z.enum(['shared_members', 'same_category', 'follows_members', 'own_society', 'follows_go', 'popular', 'soon']),
  params: z.record(z.string(), z.string()),
  image: z.string(),
  members: z.nullable(count),
  category: z.string(),
  date: z.nullable(z.string()),
  time: z.nullable(z.string()),
  /** Start of an event as an instant: once it has begun it is no longer recommended. */
  starts_at: z.nullable(time),
  location: z.nullable(z.string()),
});
export type Recommendation = z.output<typeof recommendation>;

export const getRecommendations = call({
  name: 'getRecommendations',
  feature,
  method: 'GET',
  path: '/analytics/recommendations',
  auth: 'required',
  policy: 'recommendation.see',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ user_id: z.optional(id), limit: small(3) }),
  data: z.array(recommendation),
  summary: 'Societies and events to look at, each with a reason.',
  errors: ['forbidden'],
});

export const notInterested = call({
  name: 'notInterested',
  feature,
  method: 'POST',
  path: '/analytics/not_interested',
  auth: 'required',
  policy: 'recommendation.see',
  rate: 'write',
  status: 200,
  input: z.object({
    type: z.enum(['society', 'event'], fieldTexts.unknown_choice),
    id,
    undo: z._default(z.boolean(fieldTexts.wrong_type), false),
  }),
  data: z.object({ not_interested: z.boolean() }),
  summary: 'Have a society or an event recommended no more, or with `undo` again. Twice is once.',
  errors: ['not_found'],
});

export const activityNew = message('activity:new', ['feed', 'society'], z.object({ item: activityItem }));
export const cardsTrending = message('cards:trending', ['feed'], z.object({ items: z.array(sharedTrendingPost), computedAt: time }));
export const cardsRecommendations = message('cards:recommendations', ['user'], z.object({ computedAt: time }));
