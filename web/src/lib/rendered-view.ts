import type { RenderedView } from '#models/contract/rendering';
import { isServer } from './on-window';

let view: RenderedView | null = null;

/** The view of the page that is being rendered on the server, or was taken over from it in the browser; null without one. */
export const renderedView = (): RenderedView | null => view;

export const setRenderedView = (next: RenderedView): void => {
  view = next;
};

/** Whether the page on the screen was rendered by the gateway and is not taken over yet. */
export const isBeingHydrated = (): boolean => !isServer && document.documentElement.hasAttribute('data-rendered');

/** As `isBeingHydrated`; also while the gateway renders. */
export const isTakingOver = (): boolean => isServer || isBeingHydrated();
