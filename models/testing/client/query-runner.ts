import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientQuery, Fetcher, IsMeant } from './part.js';

const againAfterMs = 500;

/** A query under way; `isStale`: invalidated since, so its answer does not count. */
interface Load {
  query: ClientQuery;
  isStale: boolean;
}

/** Loads the queries of the pages, as the web app's query client does: new ones at once, and again when they are invalidated. */
export class QueryRunner {
  readonly #queries: () => ClientQuery[];
  readonly #fetcher: Fetcher;
  readonly #onLoaded: () => void;
  readonly #active = new Set<string>();
  readonly #loads = new Map<string, Load>();
  /** The last failure, which was retried. */
  fault = '';

  /** @param onLoaded called after each applied answer */
  constructor(queries: () => ClientQuery[], fetcher: Fetcher, onLoaded: () => void) {
    this.#queries = queries;
    this.#fetcher = fetcher;
    this.#onLoaded = onLoaded;
  }

  get isIdle(): boolean {
    return this.#loads.size === 0;
  }

  /** Keys of the queries under way. */
  get loading(): string[] {
    return [...this.#loads.keys()];
  }

  /** Loads the queries that the pages have only now, and forgets those that they no longer have. */
  sync(): void {
    const queries = new Map(this.#queries().map((query) => [query.key, query]));
    for (const key of this.#active) if (!queries.has(key)) this.#active.delete(key);
    for (const [key, query] of queries)
      if (!this.#active.has(key)) {
        this.#active.add(key);
        this.load(query);
      }
  }

  /** Refetches those active queries that are meant; all of them by default. */
  invalidate(isMeant: IsMeant = () => true): void {
    for (const query of this.#queries()) if (this.#active.has(query.key) && isMeant(query, this.#loads.has(query.key))) this.load(query);
  }

  /** Starts a query, or repeats one that is under way: its answer may be older than the change. */
  load(query: ClientQuery): void {
    const running = this.#loads.get(query.key);
    if (running) {
      running.isStale = true;
      return;
    }
    const load = { query, isStale: false };
    this.#loads.set(query.key, load);
    void this.#run(load);
  }

  /** Loads until there is a current answer. */
  async #run(load: Load): Promise<void> {
    const { key } = load.query;
    const isCurrent = () => this.#loads.get(key) === load;
    while (isCurrent()) {
      load.isStale = false;
      const apply = await load.query.load(this.#fetcher).catch((error) => {
        this.fault = String(error);
        return null;
      });
      if (!isCurrent()) return;
      if (load.isStale) continue;
      if (apply === null) await sleep(againAfterMs);
      else {
        this.#loads.delete(key);
        apply();
        this.#onLoaded();
      }
    }
  }

  /** Drops what is under way. */
  stop(): void {
    this.#loads.clear();
    this.#active.clear();
  }
}
