import {
  answerEventQuestion,
  askEventQuestion,
  deleteEventQuestion,
  type EventQuestion,
  getEventQuestions,
  questionAnswered,
  questionAsked,
  questionRemoved,
  type SharedQuestion,
} from '#models/contract/event-questions';
import { api, hasCode } from '@/lib/api';
import { mayConcern } from '@/sync/access';
import { on, registerEffects } from '@/sync/effects';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';
import { personRef } from '@/sync/people';
import { mayModerate, me } from '@/sync/viewer';
import { events } from '../events.store';

const questions = createEntities<EventQuestion>({
  name: 'event-questions',
  refs: [personRef('User', { Name: 'User_Name', Image: 'User_Image' })],
});

const list = defineList({
  key: ['event-questions'],
  call: getEventQuestions,
  input: (of: { event_id: string }) => of,
  entities: questions,
  order: (a, b) => b.At.localeCompare(a.At) || b.ID.localeCompare(a.ID),
  matches: ({ Event_ID }, { event_id }) => Event_ID === event_id,
  access: (society, { event_id }) => mayConcern(events.get(event_id)?.Society_ID, society),
});

/** Questions about an event, newest first. */
export const useQuestions = (event_id: string) => list.useItems({ event_id });

/** The viewer's rights on a broadcast question, by the data loaded here; the server decides. Who may edit another's event moderates. */
function rightsOn({ Event_ID, User }: SharedQuestion): EventQuestion['Can'] {
  const event = events.get(Event_ID);
  const mayAnswer = event?.Can.edit === true;
  const moderates = event !== undefined && (mayModerate(event.Society_ID) || (mayAnswer && event.User !== me()));
  return { answer: mayAnswer, delete: moderates || (User !== '' && User === me()) };
}

registerEffects('questions', [
  on(questionAsked, ({ question }) => list.insert({ Can: rightsOn(question), ...questions.confirmed(question.ID), ...question })),
  // Also before the first answer of the list, which may be older.
  on(questionAnswered, ({ event_id: _event, question_id, ...answer }) => questions.patchOwn(question_id, answer)),
  on(questionRemoved, ({ question_id, version }) => list.remove(question_id, version)),
]);

/** Asks a question, and lists it. Throws what the call throws. */
export async function ask(event_id: string, text: string, idempotencyKey: string): Promise<void> {
  const { data } = await api(askEventQuestion, { event_id, text }, { idempotencyKey });
  list.insert(data, true);
}

/** Answers a question, or changes its answer. Throws what the call throws. */
export async function answerQuestion(question_id: string, answer: string): Promise<void> {
  const { data } = await api(answerEventQuestion, { question_id, answer });
  questions.merge([data]);
}

/** Withdraws or deletes a question; one that is gone already disappears, too. Throws what the call throws. */
export async function deleteQuestion(question_id: string): Promise<void> {
  try {
    await api(deleteEventQuestion, { question_id });
  } catch (error) {
    if (hasCode(error, 'not_found')) list.remove(question_id);
    throw error;
  }
  list.remove(question_id);
}
