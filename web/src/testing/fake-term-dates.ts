import { getTermDates, type TermDate } from '#models/contract/term-dates';
import { onCall, yes } from './fake-server';

/** Serves these exams and holidays. */
export const serveTermDates = (...dates: TermDate[]): void => onCall(getTermDates, () => yes(getTermDates, dates, { next: null }));
