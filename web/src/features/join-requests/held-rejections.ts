import { onClear } from '@/lib/entities';
import { undoMs } from '@/lib/toasts';

/** What became of a rejection that waits: it goes out, it was undone, or another admin decided first. */
export type Outcome = 'send' | 'undone' | 'overtaken';

/** Rejections that wait to be sent, by the id of their request. */
const held = new Map<string, (outcome: Outcome) => void>();

/** Ends the wait of one rejection; of one that does not wait nothing happens. */
export function releaseRejection(id: string, outcome: Outcome): void {
  held.get(id)?.(outcome);
}

/** Sends what waits at once when the page is left: closing a tab does not undo. */
window.addEventListener('pagehide', () => {
  for (const release of [...held.values()]) release('send');
});

// Nothing is sent in the name of the next person who signs in.
onClear(() => {
  for (const release of [...held.values()]) release('undone');
});

/** Holds a rejection back for as long as it can be undone. */
export function holdRejection(id: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const release = (outcome: Outcome) => {
      clearTimeout(timer);
      held.delete(id);
      resolve(outcome);
    };
    const timer = setTimeout(release, undoMs, 'send');
    held.set(id, release);
  });
}
