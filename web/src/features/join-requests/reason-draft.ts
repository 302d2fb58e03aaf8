import { readDraftText, useDraftText, writeDraftText } from '@/lib/drafts';

const draftOf = (requestId: string): string => `reject:${requestId}`;

/** The reason of a rejection that is being written. */
export const useReason = (requestId: string): string => useDraftText(draftOf(requestId));

export const keepReason = (requestId: string, reason: string): void => writeDraftText(draftOf(requestId), reason);

/** Forgets what was written; answers it. */
export function takeReason(requestId: string): string {
  const reason = readDraftText(draftOf(requestId));
  keepReason(requestId, '');
  return reason;
}

/** Brings back what was taken, unless something else was begun meanwhile. */
export function restoreReason(requestId: string, reason: string): void {
  if (!readDraftText(draftOf(requestId))) keepReason(requestId, reason);
}
