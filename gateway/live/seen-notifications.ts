import type { PayloadOf } from '#models/contract/define';
import { notificationNew } from '#models/contract/notifications';
import { toId } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import type { Connection } from './connection.js';
import type { LogFailure } from './services.js';
import type { StreamEntry } from './stream.js';

/** Notifications remembered for a tab in the background: more than a person scrolls back to. */
const maxUnseen = 200;

/**
 * Notes which notifications have gone out to a screen that their owner has before them, as of which version, once a while: mail
 * and push leave these out until there is more to tell. A tab in the background counts once it comes to the foreground.
 */
export class SeenNotifications {
  readonly #log: LogFailure;
  readonly #timer: NodeJS.Timeout;
  #versions = new Map<string, number>();

  constructor(everyMs: number, log: LogFailure) {
    this.#log = log;
    this.#timer = setInterval(() => void this.#write(), everyMs);
  }

  /** Takes note of a message that has gone out to these connections; ignores what is no notification. */
  record(entry: StreamEntry, to: readonly Connection[]): void {
    if (entry.message !== notificationNew.name) return;
    const { ID, version } = (entry.payload as PayloadOf<typeof notificationNew>).notification;
    const screens = to.filter(({ isClosed, wire }) => !isClosed && wire.isScreen);
    if (screens.some(({ isVisible }) => isVisible)) this.#mark(ID, version);
    else for (const { unseen } of screens) if (unseen.size < maxUnseen) unseen.set(ID, Math.max(version, unseen.get(ID) ?? 0));
  }

  /** The page of a connection came to the foreground or went to the background: what waited there is seen now. */
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

  /** Writes what is noted still, and stops. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#write();
  }

  /** What cannot be written is left: then a mail says once more what was seen. */
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
