import { LRUCache } from 'lru-cache';
import { type Id, toId } from './model.js';

const most = 20_000;

/**
 * Reads things and what each belongs to, which never changes: where a thing was read before both are read at once, else one
 * after the other. Both are as of now: only to whom the thing belongs is remembered.
 * @param ownerOf what a thing belongs to
 */
export function sideBySide<Thing>(ownerOf: (thing: Thing) => Id) {
  // As text: an id that was read holds on to the bytes of the answer that it came with.
  const owners = new LRUCache<string, string>({ max: most });
  /** Answers both, or null where the thing is not there; `owner` is null where it is gone. */
  return async <Owner>(
    id: string,
    read: { thing: () => Promise<Thing | null>; owner: (id: Id) => Promise<Owner | null> },
  ): Promise<{ thing: Thing; owner: Owner | null } | null> => {
    const known = owners.get(id);
    const [thing, early] = await Promise.all([read.thing(), known === undefined ? null : read.owner(toId(known))]);
    if (!thing) return null;
    const its = ownerOf(thing);
    const named = its.toHexString();
    if (named === known) return { thing, owner: early };
    owners.set(id, named);
    return { thing, owner: await read.owner(its) };
  };
}
