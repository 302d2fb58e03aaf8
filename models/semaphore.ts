/** Limits of a semaphore's queue, and the error for work that exceeds them. */
export interface QueueLimit {
  most: number;
  longestMs: number;
  refuse(): never;
}

/** Right to run, until it is released. */
export interface Permit {
  /** Whether the caller had to wait for it. */
  waited: boolean;
  /** To be called once. */
  release(): void;
}

/** Limits concurrency, first in first out. Without a limit the queue is unbounded. With one permit it is a mutex. */
export class Semaphore {
  #free: number;
  readonly #limit: QueueLimit | undefined;
  readonly #queue: (() => void)[] = [];

  constructor(permits: number, limit?: QueueLimit) {
    this.#free = permits;
    this.#limit = limit;
  }

  /** Resolves with a permit, in the order of the calls; rejects when the queue is full or the wait is too long. */
  async acquire(): Promise<Permit> {
    const waited = !this.#take();
    if (waited) await this.#wait();
    return { waited, release: () => this.#release() };
  }

  /** Runs work with a permit: at once, in the same turn, when one is free. */
  async run<T>(work: (waited: boolean) => Promise<T>): Promise<T> {
    const waited = !this.#take();
    if (waited) await this.#wait();
    try {
      return await work(waited);
    } finally {
      this.#release();
    }
  }

  /** Takes a permit if one is free. */
  #take(): boolean {
    if (this.#free === 0) return false;
    this.#free--;
    return true;
  }

  #release(): void {
    // Hand the permit over to the next in the queue.
    const next = this.#queue.shift();
    if (next) next();
    else this.#free++;
  }

  #wait(): Promise<void> {
    const limit = this.#limit;
    if (limit && this.#queue.length >= limit.most) limit.refuse();
    return new Promise<void>((enter, leave) => {
      const giveUp = () => {
        this.#queue.splice(this.#queue.indexOf(next), 1);
        try {
          limit?.refuse();
        } catch (error) {
          leave(error);
        }
      };
      const timer = limit && setTimeout(giveUp, limit.longestMs);
      const next = () => {
        clearTimeout(timer);
        enter();
      };
      this.#queue.push(next);
    });
  }
}

/** A mutex for each key. Keys that nobody holds take no memory. */
export class KeyedMutex {
  readonly #mutexes = new Map<string, { mutex: Semaphore; users: number }>();

  /** Number of keys that are held. */
  get size(): number {
    return this.#mutexes.size;
  }

  /** Acquires the mutex of a key, and returns its release function. */
  async acquire(key: string): Promise<() => void> {
    const entry = this.#mutexes.get(key) ?? { mutex: new Semaphore(1), users: 0 };
    this.#mutexes.set(key, entry);
    entry.users++;
    const { release } = await entry.mutex.acquire();
    return () => {
      release();
      entry.users--;
      if (entry.users === 0) this.#mutexes.delete(key);
    };
  }
}
