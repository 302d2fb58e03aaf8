import { isTokenPersistent } from './token';

/** The number is the format version of stored drafts; drafts of another version are ignored. */
export const draftPrefix = 'nadi-draft:1:';

/** Stores drafts next to the token: a session that ends with the tab leaves nothing on a shared computer. */
export function draftStores(): Storage[] {
  try {
    return isTokenPersistent() ? [localStorage, sessionStorage] : [sessionStorage, localStorage];
  } catch {
    // Storage is forbidden: drafts last as long as the page.
    return [];
  }
}

/** Drafts are per user; a visitor's belong to the tab. */
export const draftKey = (user: string, name: string): string => `${draftPrefix}${user}:${name}`;

/** Deletes a person's drafts, so nobody else finds them on a shared computer. */
export function eraseDrafts(user: string): void {
  try {
    for (const store of draftStores()) {
      for (const key of Object.keys(store)) if (key.startsWith(draftKey(user, ''))) store.removeItem(key);
    }
  } catch {
    // Storage is forbidden, so nothing was written either.
  }
}
