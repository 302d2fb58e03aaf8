import { LRUCache } from 'lru-cache';
import { type Id, toId } from './model.js';

const maxEntries = 20_000;

/**
 * Loads a document and its parent in parallel if the parent's id is cached, which never changes; else one after the other. Both are
 * current: only the parent's id is cached.
 * @param parentOf id of the parent
 */
export function prefetchParent<Child>(parentOf: (child: Child) => Id) {
  // Text, since an ObjectId would retain the buffer of the reply that it came in.
  const parentIds = new LRUCache<string, string>({ max: maxEntries });
  /** Returns both, or null for a missing document; `parent` is null for a missing parent. */
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
