import { type EventFeedback, feedbackLimits, ratings } from '#models/contract/event-feedback';
import { Attendances } from './attendances.js';
import { EventFeedbacks } from './event-feedback.js';
import type { Id } from './model.js';

/** Sums of the answers about an event: their number and their ratings added up. */
export interface FeedbackSum {
  answers: number;
  ratings: number;
}

export const noFeedback = (): FeedbackSum => ({ answers: 0, ratings: 0 });

/** Average rating to one decimal; null without answers. */
export const averageOf = ({ answers, ratings: sum }: FeedbackSum): number | null =>
  answers === 0 ? null : Math.round((sum / answers) * 10) / 10;

/** Events in one query. */
const eventsAtOnce = 200;
const batchSize = 1000;

async function addBatch(events: readonly Id[], found: Map<string, FeedbackSum>): Promise<void> {
  const answers = EventFeedbacks.find({ event: { $in: events } }, { _id: 0, event: 1, rating: 1 })
    .lean()
    .cursor({ batchSize });
  for await (const { event, rating } of answers) {
    const sum = found.get(String(event)) ?? noFeedback();
    found.set(String(event), { answers: sum.answers + 1, ratings: sum.ratings + rating });
  }
}

/** Sums of the answers about events, by id; without the events of which too few answered, so that no total has them either. */
export async function sumFeedback(events: readonly Id[]): Promise<Map<string, FeedbackSum>> {
  const found = new Map<string, FeedbackSum>();
  for (let at = 0; at < events.length; at += eventsAtOnce) await addBatch(events.slice(at, at + eventsAtOnce), found);
  return new Map([...found].filter(([, { answers }]) => answers >= feedbackLimits.least));
}

const byCodePoint = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Loads the summary of the feedback about an event, for its organizers. The order of the texts does not depend on who wrote them, nor when. */
export async function loadFeedback(event: Id): Promise<EventFeedback> {
  const event_id = String(event);
  const answers = await EventFeedbacks.find({ event }, { _id: 0, rating: 1, text: 1 }).lean();
  if (answers.length < feedbackLimits.least) return { event_id, Answers: null, Average: null, Ratings: null, Texts: null };
  const sum = { answers: answers.length, ratings: answers.reduce((total, { rating }) => total + rating, 0) };
  const texts = answers.flatMap(({ text }) => (text === '' ? [] : [text]));
  return {
    event_id,
    Answers: sum.answers,
    Average: averageOf(sum),
    Ratings: ratings.map((each) => answers.filter(({ rating }) => rating === each).length),
    Texts: texts.toSorted(byCodePoint).slice(0, feedbackLimits.texts),
  };
}

/** Whether a person came to an event: was checked in, or, where nobody was, had a seat. */
export async function cameTo(event: Id, user: Id): Promise<boolean> {
  const own = await Attendances.findOne({ event, user }, { _id: 0, state: 1, checkedInAt: 1 }).lean();
  if (own?.state !== 'going') return false;
  return own.checkedInAt !== null || !(await Attendances.exists({ event, state: 'going', checkedInAt: { $ne: null } }));
}
