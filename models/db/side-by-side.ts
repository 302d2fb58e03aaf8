import { LRUCache } from 'lru-cache';
import type { Id } from './model.js';

const most = 20_000;

/**
 * Reads things and what each belongs to, which never changes: where a thing was read before both are read at once, else one
 * after the other. Both are as of now: only to whom the thing belongs is remembered.
 * @param ownerOf what a thing belongs to
 */
export function sideBySide<Thing>(ownerOf: (thing: Thing) => Id) {
  const owners = new LRUCache<string, Id>({ max: most });
  /** Answers both, or null where the thing is not there; `owner` is null where it is gone. */
  return async <Owner>(
    id: string,
    read: { thing: () => Promise<Thing | null>; owner: (id: Id) => Promise<Owner | null> },
  ): Promise<{ thing: Thing; owner: Owner | null } | null> => {
    const known = owners.get(id);
    const [thing, early] = await Promise.all([read.thing(), known && read.owner(known)]);
    if (!thing) return null;
    const its = ownerOf(thing);
    owners.set(id, its);
    return { thing, owner: known?.equals(its) ? (early ?? null) : await read.owner(its) };
  };
}
