import { feedbackLimits, type OwnFeedback } from '#models/contract/event-feedback';
import { byUser, deleteAll, describeCollection, ofUser } from './collections.js';
import type { EventDoc } from './events.js';
import { date, defineModel, type Id, number, ref, string, version } from './model.js';

/** One person's answer to the two questions after an event. Nobody else gets it with its author. */
export interface EventFeedbackDoc {
  _id: Id;
  event: Id;
  society: Id;
  user: Id;
  rating: number;
  text: string;
  /** Time of the last change; not shown. */
  at: Date;
  version: number;
}

export const EventFeedbacks = defineModel<EventFeedbackDoc>(
  'eventFeedback',
  { event: ref, society: ref, user: ref, rating: number, text: string, at: date, version },
  [[{ event: 1, user: 1 }, { unique: true }], [{ user: 1 }], [{ society: 1 }]],
);

describeCollection(EventFeedbacks, {
  description: 'Answers to the two questions after an event. Deleted; the sums that organizers see are counted anew with each read.',
  exportFilter: ofUser,
  erase: deleteAll(EventFeedbacks, byUser),
});

const dayMs = 86_400_000;

/** End of the time in which an answer about an event can be given and changed. */
export const feedbackUntil = ({ endsAt }: Pick<EventDoc, 'endsAt'>): Date => new Date(endsAt.getTime() + feedbackLimits.days * dayMs);

/** The own answer as its author gets it; of nobody else is there one. */
export const feedbackToWire = (event: EventDoc, own: EventFeedbackDoc | null, mayAnswer: boolean): OwnFeedback => ({
  event_id: String(event._id),
  Rating: own?.rating ?? null,
  Text: own?.text ?? '',
  Until: feedbackUntil(event).toISOString(),
  Can: { answer: mayAnswer },
  version: own?.version ?? 0,
});
