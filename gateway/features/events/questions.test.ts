import { beforeEach, describe, expect, it } from 'vitest';
import { dispatchAll, setUpEventTests } from '#gateway/testing/event-tests';
import { answerEventQuestion, askEventQuestion, deleteEventQuestion, getEventQuestions } from '#models/contract/event-questions';
import type { NotificationType } from '#models/contract/notifications';
import type { Verb } from '#models/db/activities';
import { EventQuestions } from '#models/db/event-questions';
import type { EventDoc } from '#models/db/events';
import type { Id } from '#models/db/model';
import { toId } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import type { SocietyDoc } from '#models/db/societies';
import type { UserDoc } from '#models/db/users';
import { buildBlock, buildEvent, buildEventQuestion, buildMember, buildSociety, buildUser } from '#models/testing/builders';
import { testSettings } from '#models/testing/settings';
import { silent } from '#workers/log';
import { runTask } from '#workers/upkeep/tidy';

const { test } = setUpEventTests();

let society: SocietyDoc;
let event: EventDoc;
let organizer: UserDoc;
let asker: UserDoc;
beforeEach(async () => {
  society = await buildSociety();
  organizer = await buildMember(society, 'moderator');
  asker = await buildUser();
  event = await buildEvent({ society, title: 'Night of stars', creator: (await buildMember(society))._id });
});

type Person = { _id: Id };
const ask = async (text: string, as: Person = asker) =>
  test.call(askEventQuestion, { event_id: String(event._id), text }, await test.tokenFor(as));
const answer = async (question_id: string, text: string, as: Person = organizer) =>
  test.call(answerEventQuestion, { question_id, answer: text }, await test.tokenFor(as));
const remove = async (question_id: string, as: Person) => test.call(deleteEventQuestion, { question_id }, await test.tokenFor(as));
const listed = async (as?: Person) =>
  (await test.call(getEventQuestions, { event_id: String(event._id) }, as && (await test.tokenFor(as)))).data;
const dispatched = (question: string, verb: Verb) => dispatchAll({ object: toId(question), verb });
const notified = async (type: NotificationType) =>
  (await Notifications.find({ type, link: `/events/${event._id}` }).lean()).map(({ user }) => String(user));

describe('questions about an event', () => {
  it('are listed newest first with their answers, in pages', async () => {
    for (let i = 0; i < 4; i++) await buildEventQuestion({ event, text: `q${i}`, at: new Date(Date.now() + i) });
    await buildEventQuestion();
    const input = { event_id: String(event._id), limit: 3 };
    const first = await test.call(getEventQuestions, input);
    const second = await test.call(getEventQuestions, { ...input, cursor: first.next ?? '' });
    expect([...first.data, ...second.data].map(({ Text }) => Text)).toEqual(['q3', 'q2', 'q1', 'q0']);
    expect(second.next).toBeNull();
  });

  it('are asked by everyone who sees the event, in at most 500 characters', async () => {
    const { status, data } = await ask(' Is there parking? ');
    expect([status, data]).toEqual([
      201,
      expect.objectContaining({ Text: 'Is there parking?', User_Name: asker.name, Answer: null, Can: { answer: false, delete: true } }),
    ]);
    expect((await ask('a'.repeat(501))).status).toBe(400);
    expect((await ask('  ')).error.fields).toHaveProperty('text');
    expect((await listed()).map(({ ID }) => ID)).toEqual([data.ID]);
  });

  it('of a private society are neither seen nor asked by outsiders', async () => {
    event = await buildEvent({ society: await buildSociety({ privacy: { visibility: 'private' } }) });
    expect((await ask('Where?')).status).toBe(404);
    expect((await test.call(getEventQuestions, { event_id: String(event._id) })).status).toBe(404);
  });

  it('are answered by organizers; a changed answer has the time of the first', async () => {
    const { ID } = (await ask('Where?')).data;
    expect((await answer(ID, 'Here.', await buildMember(society))).status).toBe(403);
    const { data } = await answer(ID, 'In the garden.');
    expect(data).toMatchObject({ Answer: 'In the garden.', Answered_At: expect.any(String), Can: { answer: true, delete: true } });
    const changed = await answer(ID, 'In the hall.', { _id: event.creator });
    expect(changed.data).toMatchObject({ Answer: 'In the hall.', Answered_At: data.Answered_At, version: 3 });
    expect(await listed()).toMatchObject([{ Answer: 'In the hall.', User_Name: asker.name }]);
  });

  it.each(['a block by the asker', 'a block by the reader'])('are hidden by %s, and shown to others', async (who) => {
    const { ID } = (await ask('Where?')).data;
    const reader = await buildMember(society, 'moderator');
    await buildBlock(who === 'a block by the asker' ? { from: asker, to: reader } : { from: reader, to: asker });
    expect(await listed(reader)).toEqual([]);
    expect((await answer(ID, 'Here.', reader)).status).toBe(403);
    expect(await listed(organizer)).toHaveLength(1);
    // As a comment, it can still be deleted by those who moderate.
    expect((await remove(ID, reader)).status).toBe(200);
  });

  it('are withdrawn by their asker, once', async () => {
    const { ID } = (await ask('Where?')).data;
    expect((await remove(ID, await buildUser())).status).toBe(403);
    const both = await Promise.all([remove(ID, asker), remove(ID, asker)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect(await listed(organizer)).toEqual([]);
    expect((await answer(ID, 'Too late.')).status).toBe(404);
  });

  it('are gone for good 30 days after their removal', async () => {
    const old = await buildEventQuestion({ event, removedAt: new Date(Date.now() - 31 * 86_400_000) });
    const recent = await buildEventQuestion({ event, removedAt: new Date() });
    await runTask('removed', silent, testSettings.mailer);
    expect([await EventQuestions.findById(old._id), await EventQuestions.findById(recent._id)]).toEqual([null, expect.anything()]);
  });
});

describe('a notification', () => {
  it('of questions is one for each organizer, without the question', async () => {
    for (const text of ['Where?', 'When?']) await dispatched((await ask(text)).data.ID, 'question.asked');
    const organizers = [organizer._id, event.creator, society.creator].map(String);
    expect((await notified('question_asked')).toSorted()).toEqual(organizers.toSorted());
    expect(await Notifications.findOne({ user: organizer._id, type: 'question_asked' }).lean()).toMatchObject({
      params: { title: 'Night of stars' },
      society: society._id,
    });
  });

  it('of a question does not go to its asker, nor across a block', async () => {
    await buildBlock({ from: organizer, to: asker });
    await dispatched((await ask('Where?')).data.ID, 'question.asked');
    expect((await notified('question_asked')).toSorted()).toEqual([event.creator, society.creator].map(String).toSorted());
    await Notifications.deleteMany({});
    await dispatched((await ask('Who?', organizer)).data.ID, 'question.asked');
    expect(await notified('question_asked')).not.toContain(String(organizer._id));
  });

  it('of the answer goes to the asker once, names nobody, and is taken back with the question', async () => {
    const { ID } = (await ask('Where?')).data;
    await dispatched(ID, 'question.asked');
    await answer(ID, 'In the garden.');
    await dispatched(ID, 'question.answered');
    await answer(ID, 'In the hall.');
    await dispatched(ID, 'question.edited');
    const found = await Notifications.find({ type: 'question_answered' }).lean();
    expect(found).toMatchObject([{ user: asker._id, actors: [], params: { excerpt: 'In the garden.' } }]);
    await remove(ID, organizer);
    await dispatched(ID, 'question.removed');
    expect([await notified('question_asked'), await notified('question_answered')]).toEqual([[], []]);
  });
});
