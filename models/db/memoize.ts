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
