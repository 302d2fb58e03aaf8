import type { PayloadOf } from '#models/contract/define';
import { notificationNew } from '#models/contract/notifications';
import { toId } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import type { Connection } from './connection.js';
import type { LogFailure } from './services.js';
import type { StreamEntry } from './stream.js';

/** Maximum of notifications remembered for a background tab: more than a person scrolls back to. */
const maxUnseen = 200;

/**
 * Records which notifications were sent to a screen in the foreground, and as of which version: mail and push leave these out
 * until they change. A background tab counts once it comes to the foreground. Written in batches.
 */
export class SeenNotifications {
  readonly #log: LogFailure;
  readonly #timer: NodeJS.Timeout;
  #versions = new Map<string, number>();

  constructor(everyMs: number, log: LogFailure) {
    this.#log = log;
    this.#timer = setInterval(() => void this.#write(), everyMs);
  }

  /** Records a message that was sent to these connections; ignores everything but notifications. */
  record(entry: StreamEntry, to: readonly Connection[]): void {
    if (entry.message !== notificationNew.name) return;
    const { ID, version } = (entry.payload as PayloadOf<typeof notificationNew>).notification;
    const screens = to.filter(({ isClosed, wire }) => !isClosed && wire.isScreen);
    if (screens.some(({ isVisible }) => isVisible)) this.#mark(ID, version);
    else for (const { unseen } of screens) if (unseen.size < maxUnseen) unseen.set(ID, Math.max(version, unseen.get(ID) ?? 0));
  }

  /** Updates whether a page is in the foreground; then its pending notifications count as seen. */
  setVisible(connection: Connection, isVisible: boolean): void {
    if (!connection.wire.isScreen) return;
    connection.isVisible = isVisible;
    if (!isVisible) return;
    for (const [id, version] of connection.unseen) this.#mark(id, version);
    connection.unseen.clear();
  }

  #mark(id: string, version: number): void {
    this.#versions.set(id, Math.max(version, this.#versions.get(id) ?? 0));
  }

  /** Writes what is pending, and stops. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#write();
  }

  /** Drops what cannot be written: then a mail repeats a notification that was seen. */
  async #write(): Promise<void> {
    const pending = [...this.#versions];
    this.#versions = new Map();
    try {
      for (const version of new Set(pending.map(([, each]) => each))) {
        const ids = pending.filter(([, each]) => each === version).map(([id]) => toId(id));
        await Notifications.updateMany({ _id: { $in: ids } }, { $max: { seenVersion: version } });
      }
    } catch (error) {
      this.#log('notification.seen write failed', { err: error, count: pending.length });
    }
  }
}
