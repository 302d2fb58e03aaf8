/** What the build tells the service worker: what is kept for when there is no network. */
export interface PrecacheManifest {
  /** Changes with any of the files. */
  version: string;
  /** The app's first pages: kept before this worker takes over. */
  files: string[];
  /** The other scripts, styles and texts of the build: kept in the background, once a page asks for it. */
  parts: string[];
  /** The paths of the app's pages, with `:id` where an id stands. */
  pages: string[];
}
