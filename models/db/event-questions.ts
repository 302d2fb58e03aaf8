import type { SharedQuestion } from '#models/contract/event-questions';
import { type DeletedPerson, describeCollection } from './collections.js';
import { date, defineModel, type Id, maybeDate, maybeRef, maybeString, needed, ref, version } from './model.js';
import { type PersonDoc, personImage, personName } from './users.js';

/** A question about an event, and the organizers' answer. */
export interface EventQuestionDoc {
  _id: Id;
  event: Id;
  society: Id;
  asker: Id;
  text: string;
  at: Date;
  answer: string | null;
  /** Organizer who wrote the answer last; not shown. */
  answeredBy: Id | null;
  /** Time of the first answer. */
  answeredAt: Date | null;
  removedAt: Date | null;
  removedBy: Id | null;
  version: number;
}

export const EventQuestions = defineModel<EventQuestionDoc>(
  'eventQuestions',
  {
    event: ref,
    society: ref,
    asker: ref,
    text: needed,
    at: date,
    answer: maybeString,
    answeredBy: maybeRef,
    answeredAt: maybeDate,
    removedAt: maybeDate,
    removedBy: maybeRef,
    version,
  },
  [
    [{ event: 1, at: -1, _id: -1 }],
    [{ asker: 1 }],
    [{ answeredBy: 1 }, { partialFilterExpression: { answeredBy: { $type: 'objectId' } } }],
    [{ society: 1 }],
  ],
);

/** Questions that a person asked: one filter for the export, the deletion and the grace before it. */
export const askedBy = ({ user }: Pick<DeletedPerson, 'user'>) => ({ asker: user });

describeCollection(EventQuestions, {
  description: 'Questions of the person are deleted. Answers belong to the event and stay, without who wrote them.',
  exportFilter: (user) => askedBy({ user }),
  omitted: ['answeredBy', 'removedBy'],
  exportedPart: { name: 'answers', filter: (answeredBy) => ({ answeredBy }), fields: ['event', 'answer', 'answeredAt'] },
  erase: async ({ user }) => {
    await EventQuestions.deleteMany(askedBy({ user }));
    await EventQuestions.updateMany({ answeredBy: user }, { $set: { answeredBy: null } });
  },
});

export const questionToWire = (question: EventQuestionDoc, asker: PersonDoc | undefined): SharedQuestion => ({
  ID: String(question._id),
  Event_ID: String(question.event),
  User: String(question.asker),
  User_Name: personName(asker),
  User_Image: personImage(asker),
  Text: question.text,
  At: question.at.toISOString(),
  Answer: question.answer,
  Answered_At: question.answeredAt?.toISOString() ?? null,
  version: question.version,
});
