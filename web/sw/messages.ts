/** What the service worker says to a page of the app. */
export type FromServiceWorker =
  /** A notification that was shown to this person was pressed: its page is wanted, and what it told of is read. */
  | { kind: 'open'; user: string; page: string; read: string | null }
  /** This browser has subscribed anew. */
  | { kind: 'renewed' };
