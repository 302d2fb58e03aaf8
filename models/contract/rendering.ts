/** Types between the gateway and the app's build for it, about a page that the gateway renders (docs/rendering.md). */

/** The part of a browser's request that decides how a page looks. */
export interface RequestedView {
  language: 'en' | 'ar';
  digits: 'latn' | 'arab';
  /** Whether the viewport has room for the side column. */
  isWide: boolean;
}

/** The view for which a page is rendered. */
export interface RenderedView extends RequestedView {
  /** The university's day at the time of rendering, such as '2026-11-26'. */
  today: string;
}

/** A page to render, always as a visitor sees it. */
export interface RenderJob {
  path: string;
  view: RenderedView;
  /** `auto`: not chosen in this browser. */
  scheme: 'light' | 'dark' | 'auto';
  /** Stream id from before the first call. */
  position: string;
}

export interface RenderedPage {
  /** The app's element. */
  body: string;
  title: string;
  /** Plain text; '' if the thing of the page describes it. */
  description: string;
  /** Data of the page, as JSON: the browser puts it into its stores. */
  state: string;
}

/** Makes a call as a visitor. */
export type AskAsVisitor = (url: string) => Promise<{ status: number; body: string }>;
