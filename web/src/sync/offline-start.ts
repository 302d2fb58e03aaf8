import { startStoringPages } from './last-page';
import { startOfflineCache } from './offline-cache';
import { watchRights } from './offline-rights';

/** Starts to cache what is seen, and to erase what may no longer be. Call it once. */
export function startCaching(): void {
  startOfflineCache();
  watchRights();
  startStoringPages();
}
