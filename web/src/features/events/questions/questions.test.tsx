import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import {
  answerEventQuestion,
  askEventQuestion,
  deleteEventQuestion,
  type EventQuestion,
  getEventQuestions,
  questionAsked,
} from '#models/contract/event-questions';
import { maskedName } from '#models/contract/masked';
import { mergeEvents } from '@/features/events/events.store';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { anEvent, aQuestion } from '@/testing/society-fixtures';
import QuestionsCard from './questions-card';

const me = aUser();
const event = anEvent();
const organized = anEvent({ Can: { edit: true, cancel: true, delete: false, attend: true, checkIn: true } });
const ofEvent = (fields: Partial<EventQuestion> = {}) => aQuestion({ Event_ID: event.ID, ...fields });
const answers = { Answer: 'Behind the hall.', Answered_At: '2026-02-02T10:00:00.000Z', version: 2 };
const serve = (found: EventQuestion[], next: string | null = null) =>
  onCall(getEventQuestions, () => yes(getEventQuestions, found, { next }));
const sent = (path: string) => requests.filter((asked) => asked.path === path);

beforeAll(async () => {
  await i18n.loadNamespaces(['questions']);
  await connectSocket();
});
beforeEach(() => useSession.setState({ status: 'in', user: me }));

it('lists questions with their answers, which name nobody, and says where none is yet', async () => {
  serve([ofEvent({ Text: 'When?' }), ofEvent(answers), ofEvent({ User: '', User_Name: maskedName })]);
  show(<QuestionsCard event={event} />);
  const [open, answered, masked] = await screen.findAllByRole('listitem');
  expect(open?.textContent).toContain('When?');
  expect(open?.textContent).toContain('No answer yet');
  expect(answered?.textContent).toMatch(/Organizers.*Behind the hall\./);
  expect(masked?.textContent).toContain('A member');
  expect(within(masked as HTMLElement).queryByRole('link')).toBeNull();
});

it('says that there are none, or that they did not load, and loads them again', async () => {
  onCall(getEventQuestions, () => no(500, 'internal', 'Something went wrong'));
  const { user } = show(<QuestionsCard event={event} />);
  expect(await screen.findByText('The questions did not load')).toBeDefined();
  serve([]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^No questions yet\./)).toBeDefined();
});

it('asks once, and lists the question; a refused one stays in its field', async () => {
  serve([]);
  onCall(askEventQuestion, () => no(429, 'too_many', 'Please wait'));
  const { user } = show(<QuestionsCard event={event} />);
  const field = await screen.findByRole('textbox', { name: 'Ask the organizers' });
  await user.type(field, ' Is there parking? ');
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  await screen.findByText('Please wait');
  expect(field).toHaveProperty('value', ' Is there parking? ');
  onCall(askEventQuestion, () => yes(askEventQuestion, ofEvent({ User: me.ID, Can: { answer: false, delete: true } })));
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  const item = await screen.findByRole('listitem');
  expect(item.textContent).toContain('You');
  expect(field).toHaveProperty('value', '');
  expect(sent(askEventQuestion.path).at(-1)?.body).toEqual({ event_id: event.ID, text: 'Is there parking?' });
});

it('asks visitors to log in', async () => {
  useSession.setState({ status: 'out', user: null });
  serve([ofEvent()]);
  show(<QuestionsCard event={event} />);
  expect((await screen.findByRole('link', { name: 'Log in to ask a question' })).getAttribute('href')).toBe('/login');
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('lets organizers answer in place, and change the answer', async () => {
  const question = aQuestion({ Event_ID: organized.ID, Can: { answer: true, delete: false } });
  serve([question]);
  onCall(answerEventQuestion, () => yes(answerEventQuestion, { ...question, ...answers }));
  const { user } = show(<QuestionsCard event={organized} />);
  await user.click(await screen.findByRole('button', { name: 'Answer' }));
  await user.type(screen.getByRole('textbox', { name: 'Answer to “Is there parking?”' }), 'Behind the hall.');
  await user.click(screen.getByRole('button', { name: 'Publish answer' }));
  expect(await screen.findByText('Behind the hall.')).toBeDefined();
  expect(sent(answerEventQuestion.path)[0]?.body).toEqual({ question_id: question.ID, answer: 'Behind the hall.' });
  await user.click(screen.getByRole('button', { name: 'Edit answer' }));
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'Behind the hall.');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('withdraws an own question after asking, and removes one that is gone already', async () => {
  serve([ofEvent({ User: me.ID, Can: { answer: false, delete: true } })]);
  onCall(deleteEventQuestion, () => no(404, 'not_found', 'Not found.'));
  const { user } = show(<QuestionsCard event={event} />);
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw this question?' }));
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
});

it('gives a new question of another the rights of the viewer', async () => {
  serve([]);
  mergeEvents([organized]);
  show(<QuestionsCard event={organized} />);
  await screen.findByText(/^No questions yet\./);
  const { Can: _can, ...question } = aQuestion({ Event_ID: organized.ID });
  arrives(questionAsked, { question });
  const item = within(await screen.findByRole('listitem'));
  expect(item.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Answer', 'Delete']);
});
