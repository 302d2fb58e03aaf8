const sharedBy = new WeakMap<object, object>();

/**
 * Marks an item of an answer as composed of `shared`, the fields that are equal for all viewers, and of the viewer's own fields, so
 * that the serializer encodes the shared ones once. A copy of the item is not marked.
 * @param shared is never changed, and the same object for all items with the same shared fields
 */
export function markShared<T extends S, S extends object>(item: T, shared: S): T {
  sharedBy.set(item, shared);
  return item;
}

/** Shared fields of a marked item. */
export const sharedFieldsOf = (item: object): object | undefined => sharedBy.get(item);
