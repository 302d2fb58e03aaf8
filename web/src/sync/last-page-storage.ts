import { storedKeys } from '@/lib/local-storage';

/** Prefix of the keys of drawn pages; the rest is the path. boot.js reads them. */
export const pagePrefix = 'nadi-page ';

/** Erases the drawn pages of this browser. */
export function erasePages(): void {
  for (const key of storedKeys(pagePrefix)) localStorage.removeItem(key);
}
