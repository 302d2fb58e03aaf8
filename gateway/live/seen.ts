import type { PayloadOf } from '#models/contract/define';
import { notificationNew } from '#models/contract/notifications';
import { toId } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import type { Entry } from './stream.js';

/** Notes which notifications have gone out to a screen of their owner, once a while: mail and push leave these out for some minutes. */
export class Seen {
  readonly #log: (line: string, error?: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #ids = new Set<string>();

  constructor(everyMs: number, log: (line: string, error?: unknown) => void) {
    this.#log = log;
    this.#timer = setInterval(() => void this.#write(), everyMs);
  }

  /** Takes note of a message that has gone out; of what is no notification nothing is noted. */
  note(entry: Entry): void {
    if (entry.message === notificationNew.name) this.#ids.add((entry.payload as PayloadOf<typeof notificationNew>).notification.ID);
  }

  /** Writes what is noted still, and stops. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#write();
  }

  /** What cannot be written is left: then a mail says once more what was seen. */
  async #write(): Promise<void> {
    if (this.#ids.size === 0) return;
    const ids = [...this.#ids].map(toId);
    this.#ids = new Set();
    try {
      await Notifications.updateMany({ _id: { $in: ids } }, { $set: { seenAt: new Date() } });
    } catch (error) {
      this.#log(`That ${ids.length} notifications were seen could not be noted.`, error);
    }
  }
}
