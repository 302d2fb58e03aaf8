import * as z from 'zod/mini';
import { call, message } from './define.js';
import { fieldTexts } from './errors.js';
import { cardSize, count, id, time } from './parts.js';

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
  feature: 'recommendations',
  method: 'GET',
  path: '/analytics/recommendations',
  auth: 'required',
  policy: 'recommendation.see',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ user_id: z.optional(id), limit: cardSize(3) }),
  data: z.array(recommendation),
  summary: 'Societies and events to look at, each with a reason.',
  errors: ['forbidden'],
});

export const notInterested = call({
  name: 'notInterested',
  feature: 'recommendations',
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

export const cardsRecommendations = message('cards:recommendations', ['user'], z.object({ computedAt: time }));
