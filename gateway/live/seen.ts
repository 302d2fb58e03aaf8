import type { PayloadOf } from '#models/contract/define';
import { notificationNew } from '#models/contract/notifications';
import { toId } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import type { Entry } from './stream.js';

/**
 * Notes which notifications have gone out to a screen of their owner, as of which version, once a while: mail and push leave these
 * out until there is more to tell.
 */
export class Seen {
  readonly #log: (line: string, error?: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #versions = new Map<string, number>();

  constructor(everyMs: number, log: (line: string, error?: unknown) => void) {
    this.#log = log;
    this.#timer = setInterval(() => void this.#write(), everyMs);
  }

  /** Takes note of a message that has gone out; of what is no notification nothing is noted. */
  note(entry: Entry): void {
    if (entry.message !== notificationNew.name) return;
    const { ID, version } = (entry.payload as PayloadOf<typeof notificationNew>).notification;
    this.#versions.set(ID, Math.max(version, this.#versions.get(ID) ?? 0));
  }

  /** Writes what is noted still, and stops. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#write();
  }

  /** What cannot be written is left: then a mail says once more what was seen. */
  async #write(): Promise<void> {
    const noted = [...this.#versions];
    this.#versions = new Map();
    try {
      for (const version of new Set(noted.map(([, each]) => each))) {
        const ids = noted.filter(([, each]) => each === version).map(([id]) => toId(id));
        await Notifications.updateMany({ _id: { $in: ids } }, { $max: { seenVersion: version } });
      }
    } catch (error) {
      this.#log(`That ${noted.length} notifications were seen could not be noted.`, error);
    }
  }
}
