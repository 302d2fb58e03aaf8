import * as z from 'zod/mini';
import { call, message } from './define.js';
import { fieldTexts } from './field-texts.js';
import { lengths } from './limits.js';
import { id, nothing, paging, shownId, text, time } from './parts.js';

const feature = 'events';

const answerFields = {
  /** The organizers' answer, which names nobody; null without one. */
  Answer: z.nullable(z.string()),
  /** Time of the first answer. */
  Answered_At: z.nullable(time),
  version: z.number(),
};

export const sharedQuestion = z.object({
  ID: id,
  Event_ID: id,
  User: shownId,
  User_Name: z.string(),
  User_Image: z.string(),
  Text: z.string(),
  At: time,
  ...answerFields,
});
export const eventQuestion = z.extend(sharedQuestion, { Can: z.object({ answer: z.boolean(), delete: z.boolean() }) });
export type SharedQuestion = z.output<typeof sharedQuestion>;
export type EventQuestion = z.output<typeof eventQuestion>;

export const getEventQuestions = call({
  name: 'getEventQuestions',
  feature,
  method: 'GET',
  path: '/events/get_questions',
  auth: 'optional',
  policy: 'event.see',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ ...paging, event_id: id }),
  data: z.array(eventQuestion),
  summary: 'Questions about an event with their answers, newest first.',
  errors: ['not_found'],
});

export const askEventQuestion = call({
  name: 'askEventQuestion',
  feature,
  method: 'POST',
  path: '/events/ask_question',
  auth: 'required',
  policy: 'event.ask',
  rate: 'comment',
  status: 201,
  input: z.object({ event_id: id, text: text(lengths.eventQuestion, fieldTexts.content_required) }),
  data: eventQuestion,
  summary: 'Ask the organizers of an event.',
  errors: ['not_found'],
});

export const answerEventQuestion = call({
  name: 'answerEventQuestion',
  feature,
  method: 'PUT',
  path: '/events/answer_question',
  auth: 'required',
  policy: 'question.answer',
  rate: 'comment',
  status: 200,
  input: z.object({ question_id: id, answer: text(lengths.eventAnswer, fieldTexts.content_required) }),
  data: eventQuestion,
  summary: 'Answer a question as an organizer, or change its answer. The first answer notifies the asker.',
  errors: ['not_found', 'forbidden'],
});

export const deleteEventQuestion = call({
  name: 'deleteEventQuestion',
  feature,
  method: 'DELETE',
  path: '/events/delete_question',
  auth: 'required',
  policy: 'question.delete',
  rate: 'write',
  status: 200,
  input: z.object({ question_id: id }),
  data: nothing,
  summary: 'Withdraw an own question, or delete one as a moderator.',
  errors: ['not_found', 'forbidden'],
});

export const questionAsked = message('question:asked', ['event'], z.object({ question: sharedQuestion }));
export const questionAnswered = message('question:answered', ['event'], z.object({ event_id: id, question_id: id, ...answerFields }));
export const questionRemoved = message('question:removed', ['event'], z.object({ event_id: id, question_id: id, version: z.number() }));
