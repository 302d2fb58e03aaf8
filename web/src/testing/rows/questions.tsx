import { type EventQuestion, getEventQuestions, questionAnswered, questionAsked, questionRemoved } from '#models/contract/event-questions';
import QuestionsCard from '@/features/events/questions/questions-card';
import { type ConformanceRow, row } from '../conformance';
import { onCall, yes } from '../fake-server';
import { arrives } from '../fake-socket';
import { anEvent, aQuestion } from '../society-fixtures';
import { computedAt, page, subject, text } from './shared';

const event = anEvent();
const question = aQuestion({ Event_ID: event.ID });
const { Can: _can, ...shared } = question;
const screen = subject(<QuestionsCard event={event} />);
const serve = (found: EventQuestion[]) => onCall(getEventQuestions, () => yes(getEventQuestions, found, page));
const inHall = { Answer: 'Behind the hall.', Answered_At: computedAt, version: 3 };
const ofQuestion = { event_id: event.ID, question_id: question.ID };

/** Rows of questions about an event. */
export const questionRows: ConformanceRow[] = [
  row(
    questionAsked,
    { question: shared },
    {
      screen,
      serve: (isAfter) => serve(isAfter ? [question] : []),
      state: text,
      late: { question: { ...shared, version: 0 } },
    },
  ),
  row(
    questionAnswered,
    { ...ofQuestion, ...inHall },
    {
      screen,
      serve: (isAfter) => serve([isAfter ? { ...question, ...inHall } : question]),
      state: text,
      late: { ...ofQuestion, ...inHall, Answer: 'Nowhere.', version: 2 },
    },
  ),
  row(
    questionRemoved,
    { ...ofQuestion, version: 2 },
    {
      screen,
      serve: (isAfter) => serve(isAfter ? [] : [question]),
      state: text,
      late: () => arrives(questionAsked, { question: shared }),
    },
  ),
];
