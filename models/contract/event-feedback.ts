import * as z from 'zod/mini';
import { call } from './define.js';
import { fieldTexts } from './field-texts.js';
import { count, id, nullable, optionalText, time } from './parts.js';

const feature = 'attendance';

/**
 * Days in which an answer can be given and changed, fewest answers of which anything is shown, length of a text, and most texts
 * shown. Apart from the other limits, which every page loads.
 */
export const feedbackLimits = { days: 14, least: 5, length: 500, texts: 500 } as const;

/** Ratings, from the lowest; in this order they are counted. */
export const ratings = [1, 2, 3, 4, 5] as const;
export type Rating = (typeof ratings)[number];

const rating = z
  .number(fieldTexts.bad_number)
  .check(z.int(fieldTexts.bad_number), z.minimum(1, fieldTexts.bad_number), z.maximum(ratings.length, fieldTexts.bad_number));

/** The caller's own answer about an event. */
export const ownFeedback = z.object({
  event_id: id,
  /** How it was, from 1 to 5; null before an answer. */
  Rating: nullable(z.number()),
  /** Suggestion for next time; '' without. */
  Text: z.string(),
  /** End of the time in which it can be given and changed. */
  Until: time,
  Can: z.object({ answer: z.boolean() }),
  version: z.number(),
});
export type OwnFeedback = z.output<typeof ownFeedback>;

/** Summary of the feedback about an event, without names. Everything is null until enough have answered. */
export const eventFeedback = z.object({
  event_id: id,
  Answers: nullable(count),
  Average: nullable(z.number()),
  /** Number of answers for each rating, from 1 to 5. */
  Ratings: nullable(z.array(count)),
  /** In alphabetical order, apart from the ratings. */
  Texts: nullable(z.array(z.string())),
});
export type EventFeedback = z.output<typeof eventFeedback>;

export const getMyFeedback = call({
  name: 'getMyFeedback',
  feature,
  method: 'GET',
  path: '/events/my_feedback',
  auth: 'required',
  policy: 'feedback.own',
  rate: 'read',
  status: 200,
  input: z.object({ event_id: id }),
  data: ownFeedback,
  summary: "The caller's own answer to the two questions after an event, and whether it can be given or changed.",
  errors: ['not_found', 'forbidden'],
});

export const giveFeedback = call({
  name: 'giveFeedback',
  feature,
  method: 'PUT',
  path: '/events/give_feedback',
  auth: 'required',
  policy: 'feedback.give',
  rate: 'write',
  status: 200,
  input: z.object({ event_id: id, rating, text: optionalText(feedbackLimits.length) }),
  data: ownFeedback,
  summary: `Answer the two questions after an event, or change the answer, until ${feedbackLimits.days} days after its end. For those who came.`,
  errors: ['not_found', 'forbidden', 'event_not_over', 'feedback_closed'],
});

export const getEventFeedback = call({
  name: 'getEventFeedback',
  feature,
  method: 'GET',
  path: '/events/get_feedback',
  auth: 'required',
  policy: 'event.organise',
  rate: 'read',
  status: 200,
  input: z.object({ event_id: id }),
  data: eventFeedback,
  summary: `What those who came said after an event, for its organizers: without names, and only once ${feedbackLimits.least} have answered.`,
  errors: ['not_found', 'forbidden'],
});
