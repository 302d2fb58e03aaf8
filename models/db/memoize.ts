/** Computes a value once for each object, and drops it with the object: for what many requests derive from the same cached one. */
export function memoizeByObject<K extends object, V extends NonNullable<unknown>>(compute: (key: K) => V): (key: K) => V {
  const values = new WeakMap<K, V>();
  return (key) => {
    const memoized = values.get(key);
    if (memoized !== undefined) return memoized;
    const value = compute(key);
    values.set(key, value);
    return value;
  };
}

/**
 * As `memoizeByObject`, for a value of an object and of its `parts`: computes it again once one of the parts is another.
 * @param stateOf what else the value depends on and changes with time, as primitive values
 */
export function memoizeByParts<K extends object, Parts extends readonly unknown[], V>(
  compute: (key: K, ...parts: Parts) => V,
  stateOf: (key: K) => readonly unknown[] = () => [],
): (key: K, ...parts: Parts) => V {
  const memoized = new WeakMap<K, { of: readonly unknown[]; value: V }>();
  return (key, ...parts) => {
    const of = [...parts, ...stateOf(key)];
    const found = memoized.get(key);
    if (found && of.every((part, n) => part === found.of[n])) return found.value;
    const value = compute(key, ...parts);
    memoized.set(key, { of, value });
    return value;
  };
}
