import { LRUCache } from 'lru-cache';
import { type Id, toId } from './model.js';

const maxEntries = 20_000;

/**
 * Reads things and what each belongs to, which never changes: where a thing was read before both are read at once, else one
 * after the other. Both are as of now: only to whom the thing belongs is remembered.
 * @param parentOf what a thing belongs to
 */
export function prefetchParent<Child>(parentOf: (child: Child) => Id) {
  // As text: an id that was read holds on to the bytes of the answer that it came with.
  const parentIds = new LRUCache<string, string>({ max: maxEntries });
  /** Answers both, or null where the thing is not there; `owner` is null where it is gone. */
  return async <Parent>(
    id: string,
    read: { child: () => Promise<Child | null>; parent: (id: Id) => Promise<Parent | null> },
  ): Promise<{ child: Child; parent: Parent | null } | null> => {
    const cachedId = parentIds.get(id);
    const [child, prefetched] = await Promise.all([read.child(), cachedId === undefined ? null : read.parent(toId(cachedId))]);
    if (!child) return null;
    const parentId = parentOf(child);
    const parentKey = parentId.toHexString();
    if (parentKey === cachedId) return { child, parent: prefetched };
    parentIds.set(id, parentKey);
    return { child, parent: await read.parent(parentId) };
  };
}
