import { transactionOf } from '#gateway/plugins/caller';
import type { Action, CreatingAction } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import type { Keep } from '#gateway/plugins/idempotency';
import { publish } from '#models/bus/publish';
import { recordActivity } from '#models/bus/records';
import type {
  answerEventQuestion,
  askEventQuestion,
  deleteEventQuestion,
  EventQuestion,
  getEventQuestions,
} from '#models/contract/event-questions';
import { fail } from '#models/contract/failure';
import type { Verb } from '#models/db/activities';
import { type EventQuestionDoc, EventQuestions } from '#models/db/event-questions';
import { findQuestion, questionPage, questionsForViewer } from '#models/db/event-questions.loaders';
import { type FoundEvent, findEvent } from '#models/db/events.loaders';
import { newId, toId } from '#models/db/model';
import type { DbSession } from '#models/db/transaction';

export const getEventQuestionsAction: Action<typeof getEventQuestions> = async ({ event_id, cursor, limit }, ctx) => {
  const found = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
  ctx.require('event.see', found.facts, 'not_found');
  const page = await questionPage(found.event._id, cursor, limit);
  return { data: await questionsForViewer(ctx, found, page.items), next: page.next };
};

async function answerWith(ctx: Ctx, found: FoundEvent, question: EventQuestionDoc): Promise<{ data: EventQuestion }> {
  const [wire] = await questionsForViewer(ctx, found, [question]);
  return { data: wire ?? fail('not_found') };
}

const record = (session: DbSession, ctx: Ctx, verb: Verb, { _id, event, society }: EventQuestionDoc) =>
  recordActivity(session, { actor: ctx.me._id, verb, object: _id, society, open: false, params: { event: String(event) } });

async function ask(ctx: Ctx, found: FoundEvent, text: string, keep: Keep<string>) {
  const question: EventQuestionDoc = {
    _id: newId(),
    event: found.event._id,
    society: found.society._id,
    asker: ctx.me._id,
    text,
    at: new Date(),
    answer: null,
    answeredBy: null,
    answeredAt: null,
    removedAt: null,
    removedBy: null,
    version: 1,
  };
  const asked = await transactionOf(ctx, async (session) => {
    await EventQuestions.create([question], { session });
    await keep(session, String(question._id));
    return record(session, ctx, 'question.asked', question);
  });
  publish(asked);
  return answerWith(ctx, found, question);
}

export const askEventQuestionAction: CreatingAction<typeof askEventQuestion, string> = {
  async prepare({ event_id, text }, ctx) {
    const found = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
    ctx.require('event.ask', found.facts);
    return {
      create: (keep) => ask(ctx, found, text, keep),
      recall: async (id) => {
        const made = await EventQuestions.findById(toId(id)).lean();
        return answerWith(ctx, found, made ?? fail('not_found'));
      },
    };
  },
};

/** Only the first answer is a record that notifies the asker, however many organizers answer at once. */
export const answerEventQuestionAction: Action<typeof answerEventQuestion> = async ({ question_id, answer }, ctx) => {
  const found = (await findQuestion(ctx, toId(question_id))) ?? fail('not_found');
  ctx.require('question.answer', found.questionFacts);
  const { _id } = found.question;
  const { answered, question } = await transactionOf(ctx, async (session) => {
    const before = await EventQuestions.findOneAndUpdate(
      { _id, removedAt: null },
      { $set: { answer, answeredBy: ctx.me._id }, $inc: { version: 1 } },
      { session },
    ).lean();
    if (!before) return fail('not_found');
    const answeredAt = before.answeredAt ?? new Date();
    if (!before.answeredAt) await EventQuestions.updateOne({ _id }, { $set: { answeredAt } }, { session });
    return {
      question: { ...before, answer, answeredBy: ctx.me._id, answeredAt, version: before.version + 1 },
      answered: await record(session, ctx, before.answeredAt ? 'question.edited' : 'question.answered', before),
    };
  });
  publish(answered);
  return answerWith(ctx, found, question);
};

export const deleteEventQuestionAction: Action<typeof deleteEventQuestion> = async ({ question_id }, ctx) => {
  const { question, questionFacts } = (await findQuestion(ctx, toId(question_id))) ?? fail('not_found');
  ctx.require('question.delete', questionFacts);
  const removed = await transactionOf(ctx, async (session) => {
    const { modifiedCount } = await EventQuestions.updateOne(
      { _id: question._id, removedAt: null },
      { $set: { removedAt: new Date(), removedBy: ctx.me._id }, $inc: { version: 1 } },
      { session },
    );
    return modifiedCount === 0 ? fail('not_found') : record(session, ctx, 'question.removed', question);
  });
  publish(removed);
  return { data: {} };
};
