import type { EventQuestion } from '#models/contract/event-questions';
import { maskQuestion } from '#models/contract/masked';
import type { EventFacts, QuestionFacts } from '#models/policies/facts';
import type { Asker } from '#models/policies/index';
import { type EventQuestionDoc, EventQuestions, questionToWire } from './event-questions.js';
import { type FoundEvent, findEvent } from './events.loaders.js';
import type { Id } from './model.js';
import { loadNaming } from './naming.loaders.js';
import { paginate } from './paginate.js';
import { loadPeople } from './users.js';

const questionFacts = (question: EventQuestionDoc, event: EventFacts): QuestionFacts => ({
  asker: String(question.asker),
  removed: question.removedAt !== null,
  event,
});

type FoundQuestion = FoundEvent & { question: EventQuestionDoc; questionFacts: QuestionFacts };

/** A question with its event, if the viewer may see it or delete it; else null. */
export async function findQuestion(asker: Asker, id: Id): Promise<FoundQuestion | null> {
  const question = await EventQuestions.findById(id).lean();
  const found = question ? await findEvent(asker, question.event) : null;
  if (!question || !found) return null;
  const facts = questionFacts(question, found.facts);
  return asker.can('question.see', facts) || asker.can('question.delete', facts) ? { ...found, question, questionFacts: facts } : null;
}

/** Questions as this viewer sees them; omits askers with a block between them and the viewer, and masks who may not be named. */
export async function questionsForViewer(
  asker: Asker,
  { facts: event, society }: Pick<FoundEvent, 'facts' | 'society'>,
  questions: readonly EventQuestionDoc[],
): Promise<EventQuestion[]> {
  const [people, mayName] = await Promise.all([
    loadPeople(questions.map((question) => question.asker)),
    loadNaming(
      asker,
      questions.map((question) => ({ society, user: question.asker })),
    ),
  ]);
  return questions.flatMap((question) => {
    const facts = questionFacts(question, event);
    if (!asker.can('question.see', facts)) return [];
    const wire = questionToWire(question, people.get(facts.asker));
    const Can = { answer: asker.can('question.answer', facts), delete: asker.can('question.delete', facts) };
    return [{ ...(mayName(society, facts.asker) ? wire : maskQuestion(wire)), Can }];
  });
}

/** One page of an event's questions, newest first. */
export const questionPage = (event: Id, cursor: string | undefined, limit: number) =>
  paginate({ model: EventQuestions, reads: [{ event, removedAt: null }], order: [['at', -1, 'date']], cursor, limit });
