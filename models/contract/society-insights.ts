import * as z from 'zod/mini';
import { call } from './define.js';
import { fieldTexts } from './field-texts.js';
import { count, id, nullable } from './parts.js';

const feature = 'societies';

const mostDays = 365;
const days = z._default(
  z.coerce
    .number(fieldTexts.bad_number)
    .check(z.int(fieldTexts.bad_number), z.minimum(1, fieldTexts.bad_number), z.maximum(mostDays, fieldTexts.bad_number)),
  30,
);

/** One local day. `members`: how many of today's members had joined by its end. */
const insightsDay = z.object({ date: z.string(), members: count, joined: count, posts: count, events: count, attendance: count });

/** Feedback after one event; null until enough have answered. */
const eventRating = z.object({
  event_id: id,
  title: z.string(),
  date: z.string(),
  answers: nullable(count),
  average: nullable(z.number()),
});

export const insights = z.object({
  from: z.string(),
  to: z.string(),
  members: count,
  joined: count,
  posts: count,
  likes: count,
  comments: count,
  events: count,
  attendance: count,
  /** Of the attendance: people who were checked in, and, at events over with check-in, those who were not. */
  came: count,
  no_shows: count,
  /** People who gave up their seat or their place on the waiting list. */
  cancellations: count,
  pending_requests: count,
  median_reply_hours: nullable(z.number()),
  /** Feedback after the newest events that are over and that somebody attended. */
  feedback: z.array(eventRating),
  series: z.array(insightsDay),
});
export type Insights = z.output<typeof insights>;

export const getInsights = call({
  name: 'getInsights',
  feature,
  method: 'GET',
  path: '/societies/insights',
  auth: 'required',
  policy: 'society.insights',
  rate: 'read',
  status: 200,
  input: z.object({ society_id: id, days }),
  data: insights,
  summary: 'How a society has done in the last days, today included, and day by day: members, posts, attendance.',
  errors: ['not_found', 'forbidden'],
});

export const exportMembers = call({
  name: 'exportMembers',
  feature,
  method: 'GET',
  path: '/societies/export_members',
  auth: 'required',
  policy: 'society.export',
  rate: 'read',
  status: 200,
  media: 'text/csv',
  input: z.object({ society_id: id }),
  data: z.string(),
  summary: 'All members as a table: name, e-mail address, role, when they joined.',
  errors: ['not_found', 'forbidden'],
});
