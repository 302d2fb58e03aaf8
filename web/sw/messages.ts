/** What the service worker says to a page of the app. */
export type FromServiceWorker =
  /** A notification that was shown to this person was pressed: its page is wanted, and what it told of is read. */
  | { kind: 'open'; user: string; page: string; read: string | null }
  /** This browser has subscribed anew. */
  | { kind: 'renewed' };

/** What a page of the app says to the service worker. */
export type ToServiceWorker =
  /** The page is usable and the connection may be used: keep the rest of the build, so that every page opens offline. */
  { kind: 'keep-parts' };
