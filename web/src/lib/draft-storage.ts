import { draftPrefix as prefix, draftStores as stores } from './draft-keys';

const lifetime = 14 * 24 * 60 * 60_000;
/** So many drafts in one browser; the oldest go first. */
const most = 50;
/** Characters of one draft: the longest texts fit, a picture inside of a field does not. */
const largest = 60_000;

interface Kept {
  at: number;
  values: Record<string, unknown>;
}

export type Values = Readonly<Record<string, unknown>>;

function parse(text: string | null): Kept | null {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<Kept> | null;
    const isKept = typeof kept?.at === 'number' && typeof kept.values === 'object' && kept.values !== null;
    return isKept && Date.now() - (kept.at as number) < lifetime ? (kept as Kept) : null;
  } catch {
    return null;
  }
}

function forgetOld(store: Storage): void {
  const own = Object.keys(store).filter((key) => key.startsWith(prefix));
  const kept = own.map((key) => ({ key, at: parse(store.getItem(key))?.at ?? 0 })).toSorted((a, b) => b.at - a.at);
  for (const [index, { key, at }] of kept.entries()) if (at === 0 || index >= most) store.removeItem(key);
}

/** Keeps the values of one form under its key; null forgets them. */
export function writeStored(key: string, values: Values | null): void {
  try {
    for (const [index, store] of stores().entries()) {
      const text = JSON.stringify({ at: Date.now(), values });
      if (values === null || index > 0 || text.length > largest) store.removeItem(key);
      else store.setItem(key, text);
    }
    const [store] = stores();
    if (values !== null && store) forgetOld(store);
  } catch {
    // Storage may be closed to us, or full: then what was typed lasts as long as the page.
  }
}

/** What was kept under a key, unless it has expired. */
export function readStored(key: string): Values | null {
  for (const store of stores()) {
    const kept = parse(store.getItem(key));
    if (kept) return kept.values;
  }
  return null;
}
