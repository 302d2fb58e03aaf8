const listeners = new Set<() => void>();

/** Registers a function that clears state of one user before the next one sees the page. */
export const onUserChange = (clear: () => void): void => void listeners.add(clear);

/** Clears all state of the previous user: entities, lists, marks. */
export const clearUserState = (): void => {
  for (const clear of listeners) clear();
};
