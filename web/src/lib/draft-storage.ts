import { draftPrefix as prefix, draftStores as stores } from './draft-keys';
import { storeItem } from './local-storage';

const lifetime = 14 * 24 * 60 * 60_000;
/** Most drafts in one browser; the oldest are deleted first. */
const maxDrafts = 50;
/** Most characters of one draft: fits the longest texts, but no inlined picture. */
const maxLength = 60_000;

interface StoredDraft {
  at: number;
  values: Record<string, unknown>;
}

export type Values = Readonly<Record<string, unknown>>;

function parse(text: string | null): StoredDraft | null {
  try {
    const parsed = JSON.parse(text ?? 'null') as Partial<StoredDraft> | null;
    const isValid = typeof parsed?.at === 'number' && typeof parsed.values === 'object' && parsed.values !== null;
    return isValid && Date.now() - (parsed.at as number) < lifetime ? (parsed as StoredDraft) : null;
  } catch {
    return null;
  }
}

function removeOld(store: Storage): void {
  const own = Object.keys(store).filter((key) => key.startsWith(prefix));
  const drafts = own.map((key) => ({ key, at: parse(store.getItem(key))?.at ?? 0 })).toSorted((a, b) => b.at - a.at);
  for (const [index, { key, at }] of drafts.entries()) if (at === 0 || index >= maxDrafts) store.removeItem(key);
}

/** Stores the values of one form under its key; null deletes them. */
export function writeStored(key: string, values: Values | null): void {
  try {
    for (const [index, store] of stores().entries()) {
      const text = JSON.stringify({ at: Date.now(), values });
      if (values === null || index > 0 || text.length > maxLength) store.removeItem(key);
      else storeItem(store, key, text);
    }
    const [store] = stores();
    if (values !== null && store) removeOld(store);
  } catch {
    // Storage is forbidden or full: the draft lasts as long as the page.
  }
}

/** The stored values of a key, unless they have expired. */
export function readStored(key: string): Values | null {
  for (const store of stores()) {
    const draft = parse(store.getItem(key));
    if (draft) return draft.values;
  }
  return null;
}
