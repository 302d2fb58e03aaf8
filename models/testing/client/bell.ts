import type { PayloadOf } from '#models/contract/define';
import { getNotifications, getUnreadCount, type Notification, notificationNew, notificationRead } from '#models/contract/notifications';
import { ClientEntities } from './entities.js';
import { type ClientContext, type ClientQuery, type Fetcher, handlers, on, type Part, sorted } from './part.js';

const newestKey = 'notifications/newest';
const newestCount = 100;

/** Notifications and their number, as `web/src/features/notifications/notifications.store.ts`. */
export class BellPart implements Part {
  readonly #context: ClientContext;
  readonly #notifications: ClientEntities<Notification>;
  /** Ids of the list, with the time at which each was received live; 0 for fetched ones. */
  #listed = new Map<string, number>();
  #unread = 0;
  #unreadAt = 0;
  #isFetching = false;
  #isListShown = false;

  readonly handlers = handlers(
    on(notificationNew, ({ notification, unread }) => this.#onNew(notification, unread)),
    on(notificationRead, (change) => this.#onRead(change)),
  );

  constructor(context: ClientContext) {
    this.#context = context;
    this.#notifications = new ClientEntities(context.tick, { read: ['read'] });
  }

  #receiveUnread(unread: number): void {
    this.#unreadAt = this.#context.tick();
    this.#unread = unread;
  }

  /** Applies the number of an answer, unless a message came since the request. */
  #fetchedUnread(unread: number, since: number): void {
    if (this.#unreadAt <= since) this.#unread = unread;
  }

  #onNew(item: Notification, unread: number): void {
    const loaded = this.#notifications.get(item.ID);
    if (this.#isListShown && (!loaded || item.version > loaded.version)) {
      this.#notifications.merge(item.ID, item);
      this.#listed.set(item.ID, this.#context.tick());
    }
    this.#receiveUnread(unread);
  }

  #setRead(ids: readonly string[]): void {
    for (const id of ids) this.#notifications.patchOwn(id, { read: true });
  }

  #onRead({ notification_ids: ids, unread }: PayloadOf<typeof notificationRead>): void {
    const isStale = ids === 'all' ? unread > 0 || this.#isFetching : ids.some((id) => this.#notifications.get(id) !== undefined);
    if (ids !== 'all' || unread === 0) this.#setRead(ids === 'all' ? this.listed() : ids);
    if (isStale) this.#context.invalidate(newestKey);
    this.#receiveUnread(unread);
  }

  /** Applies the answer to marking these as read. */
  applyReadAnswer(ids: readonly string[], unread: number, since: number): void {
    this.#setRead(ids);
    this.#fetchedUnread(unread, since);
  }

  /** Query of the newest notifications. */
  readonly newest: ClientQuery = {
    key: newestKey,
    load: async (fetch: Fetcher) => {
      const since = this.#context.now();
      this.#isListShown = true;
      this.#isFetching = true;
      const answer = await fetch.one(getNotifications, { limit: newestCount }).finally(() => {
        this.#isFetching = false;
      });
      return () => {
        if (!answer) return;
        this.#fetchedUnread(answer.counts.unread, since);
        for (const item of answer.data) this.#notifications.merge(item.ID, item, since);
        const later = [...this.#listed].filter(([, at]) => at > since);
        const before = this.listed();
        this.#listed = new Map([...answer.data.map(({ ID }): [string, number] => [ID, 0]), ...later]);
        for (const id of before) if (!this.#listed.has(id)) this.#notifications.drop(id);
      };
    },
  };

  /** Query of the number on the bell. */
  readonly unread: ClientQuery = {
    key: 'notifications/unread',
    load: async (fetch: Fetcher) => {
      const since = this.#context.now();
      const answer = await fetch.one(getUnreadCount, {});
      return () => {
        if (answer) this.#fetchedUnread(answer.data, since);
      };
    },
  };

  /** Ids of the listed notifications. */
  listed(): string[] {
    return [...this.#listed.keys()];
  }

  shownUnread(): number {
    return this.#unread;
  }

  /** The newest ones of the list, as many as a refetch loads. */
  shownNewest(): [string, object][] {
    const loaded = this.listed().flatMap((id) => this.#notifications.get(id) ?? []);
    const newest = loaded.sort((a, b) => b.time.localeCompare(a.time) || b.ID.localeCompare(a.ID)).slice(0, newestCount);
    return sorted(newest.map(({ ID, count, message, link, read }): [string, object] => [ID, { count, message, link, read }]));
  }
}
