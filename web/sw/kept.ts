/** What the build tells the service worker: what is kept for when there is no network. */
export interface Kept {
  /** Changes with any of the files. */
  version: string;
  files: string[];
  /** The paths of the app's pages, with `:id` where an id stands. */
  pages: string[];
}
