import { readDraftText, useDraftText, writeDraftText } from '@/lib/drafts';

const draftKey = (requestId: string): string => `reject:${requestId}`;

/** Draft of a rejection's reason. */
export const useReason = (requestId: string): string => useDraftText(draftKey(requestId));

export const readReason = (requestId: string): string => readDraftText(draftKey(requestId));

export const writeReason = (requestId: string, reason: string): void => writeDraftText(draftKey(requestId), reason);

/** Removes the draft and returns it. */
export function removeReason(requestId: string): string {
  const reason = readDraftText(draftKey(requestId));
  writeReason(requestId, '');
  return reason;
}

/** Restores a removed draft unless a new one was begun. */
export function restoreReason(requestId: string, reason: string): void {
  if (!readDraftText(draftKey(requestId))) writeReason(requestId, reason);
}
