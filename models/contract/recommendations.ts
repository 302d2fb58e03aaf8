import * as z from 'zod/mini';
import { call, message } from './define.js';
import { fieldTexts } from './field-texts.js';
import { cardSize, count, id, time } from './parts.js';
import { reasonCodes } from './recommendation-order.js';

export const recommendation = z.object({
  id,
  type: z.enum(['society', 'event']),
  title: z.string(),
  description: z.string(),
  reason: z.string(),
  reason_code: z.enum(reasonCodes),
  params: z.record(z.string(), z.string()),
  /** Input of the order (docs/recommendations.md). */
  score: z.number(),
  /** Each reason with what it was counted from, such as a number of people, and its points; they add up to the score. */
  factors: z.array(z.object({ code: z.enum(reasonCodes), input: z.number(), points: z.number() })),
  /** The society itself, or the one that plans the event. */
  society_id: id,
  /** Whether that society has fewer than 50 members or is younger than 60 days. */
  small: z.boolean(),
  /** Whether it has one of the places for such societies. */
  reserved: z.boolean(),
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
  /** Time of the card's computation; null without one. */
  counts: z.object({ computed_at: z.nullable(time) }),
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

/** The card was computed, or something on it was hidden; `changed` if it has other items, reasons or figures than before. */
export const cardsRecommendations = message('cards:recommendations', ['user'], z.object({ computedAt: time, changed: z.boolean() }));
