import { readDraftText, useDraftText, writeDraftText } from '@/lib/drafts';

const draftKey = (societyId: string): string => `answer:${societyId}`;

/** Draft of the answer to a society's question. */
export const useAnswer = (societyId: string): string => useDraftText(draftKey(societyId));

/** Answer to send with the request; '' without one. */
export const readAnswer = (societyId: string): string => readDraftText(draftKey(societyId)).trim();

export const writeAnswer = (societyId: string, answer: string): void => writeDraftText(draftKey(societyId), answer);
