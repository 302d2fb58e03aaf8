import type { RenderedView } from '#models/contract/rendering';

let view: RenderedView | null = null;

/** The view of the page that is being rendered on the server, or was taken over from it in the browser; null without one. */
export const renderedView = (): RenderedView | null => view;

export const setRenderedView = (next: RenderedView): void => {
  view = next;
};
