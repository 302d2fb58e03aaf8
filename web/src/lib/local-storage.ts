/** Keys of the browser's storage that begin with a prefix; none if the browser forbids storage. */
export function storedKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Prefix of the keys of drawn pages; the rest is the path. boot.js reads them. */
export const pagePrefix = 'nadi-page ';

/** Erases the drawn pages of this browser. */
export function erasePages(): void {
  for (const key of storedKeys(pagePrefix)) localStorage.removeItem(key);
}

/** Stores a text; if the store is full, drawn pages make room, which cost nobody what they wrote. Throws if that is not enough. */
export function storeItem(store: Storage, key: string, text: string): void {
  try {
    store.setItem(key, text);
  } catch {
    erasePages();
    store.setItem(key, text);
  }
}

/** A stored text; null if there is none, or the browser forbids storage. */
export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** A stored value; null if there is none, it is no JSON, or the browser forbids storage. */
export function readJson(key: string): unknown {
  try {
    return JSON.parse(readText(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a text, or removes it by null; returns false if the browser refuses. */
export function writeText(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key);
    else storeItem(localStorage, key, text);
    return true;
  } catch {
    return false;
  }
}
