import { createStore } from 'zustand';

/** Entities as they are shown, by id. */
export interface Shown<T> {
  byId: Readonly<Record<string, T>>;
}

/**
 * A store whose state is also rendered by the gateway. React hydrates each part of a rendered page with `getInitialState`: the state
 * that the page was rendered from, even if a message or the clock has changed the store since; it applies the change afterwards.
 */
export function renderableStore<T>() {
  const store = createStore<Shown<T>>(() => ({ byId: {} }));
  let rendered: Shown<T> | null = null;
  return Object.assign(store, {
    getInitialState: () => rendered ?? store.getState(),
    setRendered: () => {
      rendered = store.getState();
    },
  });
}
