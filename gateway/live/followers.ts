import type { LiveMessage } from '#models/bus/live-stream';

/** Follows the stream, for a cache. */
export interface StreamFollower {
  /** Called with each message, before sockets get it. */
  onMessage(message: LiveMessage): void;
  /** Called when messages may have been missed. */
  onGap(): void;
}

/** The caches of this gateway that follow the stream. */
export class Followers implements StreamFollower {
  readonly #all = new Set<StreamFollower>();

  add(follower: StreamFollower): void {
    this.#all.add(follower);
  }

  onMessage(message: LiveMessage): void {
    for (const each of this.#all) each.onMessage(message);
  }

  onGap(): void {
    for (const each of this.#all) each.onGap();
  }
}
