/** Files of the build that the service worker caches for offline use; injected at build time. */
export interface PrecacheManifest {
  /** Changes with any of the files. */
  version: string;
  /** The app's first pages, cached at install. */
  files: string[];
  /** The other scripts, styles and texts of the build, cached in the background once a page asks for it. */
  parts: string[];
  /** Paths of the app's pages, with `:id` for an id. */
  pages: string[];
}
