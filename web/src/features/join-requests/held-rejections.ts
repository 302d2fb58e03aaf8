import { onWindow } from '@/lib/on-window';
import { undoMs } from '@/lib/toasts';
import { onUserChange } from '@/lib/user-change';

/** End of a held rejection: sent, undone, or overtaken by another admin's decision. */
export type RejectionOutcome = 'send' | 'undone' | 'overtaken';

/** Held rejections by the id of their request. */
const held = new Map<string, (outcome: RejectionOutcome) => void>();

/** Releases a held rejection; does nothing if none is held. */
export function releaseRejection(id: string, outcome: RejectionOutcome): void {
  held.get(id)?.(outcome);
}

/** Sends held rejections when the page is left: closing a tab does not undo them. */
onWindow('pagehide', () => {
  for (const release of [...held.values()]) release('send');
});

// Discard held rejections at sign-out, so that none is sent in the name of the next user.
onUserChange(() => {
  for (const release of [...held.values()]) release('undone');
});

/** Holds a rejection while it can be undone; resolves with its end. */
export function holdRejection(id: string): Promise<RejectionOutcome> {
  return new Promise((resolve) => {
    const release = (outcome: RejectionOutcome) => {
      clearTimeout(timer);
      held.delete(id);
      resolve(outcome);
    };
    const timer = setTimeout(release, undoMs, 'send');
    held.set(id, release);
  });
}
