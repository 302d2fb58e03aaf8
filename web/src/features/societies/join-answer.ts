import { readDraftText, useDraftText, writeDraftText } from '@/lib/drafts';

const draftOf = (societyId: string): string => `answer:${societyId}`;

/** What is being written for a society's question. */
export const useAnswer = (societyId: string): string => useDraftText(draftOf(societyId));

/** What goes with the request; nothing where nothing was written. */
export const answerTo = (societyId: string): string => readDraftText(draftOf(societyId)).trim();

export const keepAnswer = (societyId: string, answer: string): void => writeDraftText(draftOf(societyId), answer);
