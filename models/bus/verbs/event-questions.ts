import { questionAnswered, questionAsked, questionRemoved } from '#models/contract/event-questions';
import { roomOf } from '#models/contract/rooms';
import { Activities, type ActivityDoc, type Verb } from '#models/db/activities';
import { type EventQuestionDoc, EventQuestions, questionToWire } from '#models/db/event-questions';
import { type EventDoc, Events } from '#models/db/events';
import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { Societies } from '#models/db/societies';
import { excerpt } from '#models/db/text';
import { loadPeople } from '#models/db/users';
import { liveMessage, namingOf } from '../live-stream.js';
import { audienceOf, type VerbSpec } from '../verb.js';

const roomOfEvent = ({ event }: EventQuestionDoc): string => roomOf('event', String(event));

/** The question of a record, and its event, if neither was removed; else null. */
async function loadPresent({ object }: ActivityDoc): Promise<{ question: EventQuestionDoc; event: EventDoc } | null> {
  const question = await EventQuestions.findById(object).lean();
  const event = question && !question.removedAt ? await Events.findById(question.event).lean() : null;
  return question && event && !event.removedAt ? { question, event } : null;
}

/** People who may edit an event: moderators and admins, and its creator while a member. */
async function organizersOf({ society, creator }: Pick<EventDoc, 'society' | 'creator'>): Promise<Id[]> {
  const [leading, creating] = await Promise.all([
    Memberships.find({ society, role: { $in: ['admin', 'moderator'] } }, { user: 1 }).lean(),
    Memberships.find({ society, user: creator }, { user: 1 }).lean(),
  ]);
  return [...new Map([...leading, ...creating].map(({ user }) => [String(user), user])).values()];
}

/** The record's object is the question, as in all verbs of this file. */
export const questionAskedVerb: VerbSpec<ActivityDoc> = {
  async messages(activity) {
    const found = await loadPresent(activity);
    if (!found) return [];
    const { question } = found;
    const asker = String(question.asker);
    const [people, society] = await Promise.all([
      loadPeople([question.asker]),
      Societies.findById(question.society, { category: 1 }).lean(),
    ]);
    const wire = questionToWire(question, people.get(asker));
    const asked = liveMessage(questionAsked, [roomOfEvent(question)], { question: wire }, asker);
    return [{ ...asked, ...(society && namingOf(society, question.asker)) }];
  },
  async notifications(activity) {
    const found = await loadPresent(activity);
    if (!found || found.question.answer !== null) return [];
    const { event } = found;
    return [
      {
        key: `question:${event._id}`,
        type: 'question_asked',
        // Without the question, which its asker may withdraw.
        params: { title: event.title },
        link: `/events/${event._id}`,
        why: 'organizer',
        audience: async function* () {
          yield await organizersOf(event);
        },
        society: event.society,
      },
    ];
  },
  retractionOfGone: (record) => ({
    record,
    audience: async function* () {
      const question = await EventQuestions.findById(record.object).lean();
      const event = question ? await Events.findById(question.event).lean() : null;
      if (event) yield await organizersOf(event);
    },
  }),
  affectedCounters: () => [],
};

const answeredMessages: VerbSpec<ActivityDoc>['messages'] = async (activity) => {
  const found = await loadPresent(activity);
  if (!found) return [];
  const { ID, Event_ID, Answer, Answered_At, version } = questionToWire(found.question, undefined);
  const payload = { event_id: Event_ID, question_id: ID, Answer, Answered_At, version };
  return [liveMessage(questionAnswered, [roomOfEvent(found.question)], payload, String(found.question.asker))];
};

/** The answer is the organizers': its notification names nobody. */
export const questionAnsweredVerb: VerbSpec<ActivityDoc> = {
  messages: answeredMessages,
  async notifications(activity) {
    const found = await loadPresent(activity);
    if (!found?.question.answer || found.question.asker.equals(activity.actor)) return [];
    const { question, event } = found;
    return [
      {
        key: `question-answer:${question._id}`,
        type: 'question_answered',
        params: { title: event.title, excerpt: excerpt(question.answer ?? '') },
        link: `/events/${event._id}`,
        why: 'questioner',
        audience: () => audienceOf(question.asker),
        isUnsigned: true,
        society: event.society,
      },
    ];
  },
  retractionOfGone: ({ _id, object }) => ({
    record: { _id, actor: null },
    audience: async function* () {
      const question = await EventQuestions.findById(object).lean();
      if (question) yield [question.asker];
    },
  }),
  affectedCounters: () => [],
};

/** A changed answer notifies nobody anew. */
export const questionEditedVerb: VerbSpec<ActivityDoc> = { messages: answeredMessages, affectedCounters: () => [] };

export const questionRemovedVerb: VerbSpec<ActivityDoc> = {
  async messages({ object }) {
    const question = await EventQuestions.findById(object).lean();
    if (!question?.removedAt) return [];
    const payload = { event_id: String(question.event), question_id: String(question._id), version: question.version };
    return [liveMessage(questionRemoved, [roomOfEvent(question)], payload)];
  },
  async retractions({ object }) {
    const question = await EventQuestions.findById(object).lean();
    const event = question ? await Events.findById(question.event).lean() : null;
    if (!question || !event) return [];
    const records = await Activities.find({ object, verb: { $in: ['question.asked', 'question.answered'] as Verb[] } }).lean();
    const organizers = await organizersOf(event);
    return records.map(({ _id, verb, actor }) =>
      verb === 'question.asked'
        ? { record: { _id, actor }, audience: () => audienceOf(...organizers) }
        : { record: { _id, actor: null }, audience: () => audienceOf(question.asker) },
    );
  },
  affectedCounters: () => [],
};
