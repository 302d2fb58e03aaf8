import { showLastUser } from '@/lib/session';
import { readOwner } from '@/lib/token';
import { endRestoring, restoreOfflineCache } from './offline-restore';

/** Longest wait of the first paint for what was seen last (milliseconds). */
const maxWait = 300;
/** Time in which queries of the first page begin (milliseconds). Later pages wait for their answer, so that nothing old is shown there. */
const firstPage = 10_000;

const wait = (duration: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, duration));

/**
 * Lets a returning member see the page as it was last, before any answer: the user, entities and answers that this browser has stored
 * for them (docs/decisions/047-members-see-their-last-page-first.md). All of it is fetched again at once. Resolves when the first paint
 * may happen.
 */
export async function showLastSeen(): Promise<void> {
  if (readOwner() === null) return;
  const isRestored = await Promise.race([restoreOfflineCache().then(() => true), wait(maxWait).then(() => false)]);
  if (isRestored) showLastUser();
  void wait(firstPage).then(endRestoring);
}
