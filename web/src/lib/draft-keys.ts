import { isTokenPersistent } from './token';

/** Another form of what is kept gets another number: older drafts are then left behind. */
export const draftPrefix = 'nadi-draft:1:';

/** Drafts lie where the token lies: a session that ends with the tab leaves nothing on a shared computer. */
export function draftStores(): Storage[] {
  try {
    return isTokenPersistent() ? [localStorage, sessionStorage] : [sessionStorage, localStorage];
  } catch {
    // Forbidden: then what was typed lasts as long as the page.
    return [];
  }
}

/** Everybody has their own; a visitor's are those of the tab. */
export const draftKey = (user: string, name: string): string => `${draftPrefix}${user}:${name}`;

/** Forgets what a person was writing: on a shared computer nobody else finds it. */
export function eraseDrafts(user: string): void {
  try {
    for (const store of draftStores()) {
      for (const key of Object.keys(store)) if (key.startsWith(draftKey(user, ''))) store.removeItem(key);
    }
  } catch {
    // Closed to us: then nothing was written either.
  }
}
