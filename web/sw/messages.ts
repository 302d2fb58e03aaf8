/** Messages from the service worker to a page of the app. */
export type FromServiceWorker =
  /** A notification of this user was clicked: open its page; `read` is the notification to mark as read. */
  | { kind: 'open'; user: string; page: string; read: string | null }
  /** This browser has a new push subscription. */
  | { kind: 'renewed' };

/** Messages from a page of the app to the service worker. */
export type ToServiceWorker =
  /** The page is usable and need not save data: precache the rest of the build, so that every page opens offline. */
  { kind: 'keep-parts' };
