import { getEventQuestions } from '#models/contract/event-questions';
import { onCall, yes } from './fake-server';

/** Serves no questions under any event. */
export const serveNoQuestions = (): void => onCall(getEventQuestions, () => yes(getEventQuestions, [], { next: null }));
