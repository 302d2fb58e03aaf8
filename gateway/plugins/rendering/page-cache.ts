import { LRUCache } from 'lru-cache';
import type { LiveMessage } from '#models/bus/live-stream';
import { changeOf } from './page-changes.js';

/** Body of a page by content encoding; '' for none. */
export type Bodies = Record<'' | 'br' | 'gzip', Buffer>;

/** A rendered page, as it is sent. */
export interface PageDocument {
  /** Null for a page that cannot be rendered: cached as well, so that not every request tries again. */
  bodies: Bodies | null;
  /** Ids and rooms on which the page depends: a message about one of them invalidates the page. */
  dependencies: ReadonlySet<string>;
}

/** Something on the page was hidden or removed while it was rendered. */
export class PageRevoked extends Error {}

interface PageCacheOptions {
  /** Whether messages are handled as they come. While they are not, a stale page could show what is hidden by now. */
  isCurrent(): boolean;
  /** Called with the key of each page that a message or a gap has dropped. */
  onDropped?(key: string): void;
}

interface Entry {
  page: PageDocument;
  renderedAt: number;
  /** Whether something was added or counted since. */
  isStale: boolean;
}

/** A rendering under way. */
interface Flight {
  page: Promise<PageDocument>;
  /** Subjects of the messages since its start: the page may be from before them. */
  added: Set<string>;
  hidden: Set<string>;
}

/** Milliseconds after which a page is rendered again, though no message has changed it. */
const freshMs = 30_000;
/** Milliseconds for which a page may be sent at all. */
const longestMs = 5 * 60_000;
const most = { pages: 1000, bytes: 48 << 20 };
/** Subject of messages that may have been missed. */
const anything = '*';

const sizeOf = ({ page: { bodies } }: Entry): number => Object.values(bodies ?? {}).reduce((sum, { length }) => sum + length, 1);
const isFresh = ({ isStale, renderedAt }: Entry): boolean => !isStale && Date.now() - renderedAt < freshMs;
const isTooOld = ({ renderedAt }: Entry): boolean => Date.now() - renderedAt > longestMs;
const isAbout = ({ dependencies }: PageDocument, subjects: ReadonlySet<string>): boolean =>
  subjects.has(anything) || [...dependencies].some((each) => subjects.has(each));

/**
 * Rendered pages by key. A page that is older than half a minute, or to which something was added, is sent as it is while it is
 * rendered again. A page of which a message may have hidden something is dropped at once (page-changes.ts). Bounded in number and
 * bytes; requests for one page share a rendering.
 */
export class PageCache {
  readonly #options: PageCacheOptions;
  readonly #pages = new LRUCache<string, Entry>({
    max: most.pages,
    maxSize: most.bytes,
    sizeCalculation: sizeOf,
    dispose: ({ page }, key) => {
      for (const each of page.dependencies) this.#forget(each, key);
    },
  });
  readonly #keysBy = new Map<string, Set<string>>();
  /** Renderings that a request may join, by key, and all that are under way. */
  readonly #flights = new Map<string, Flight>();
  readonly #running = new Set<Flight>();

  constructor(options: PageCacheOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#pages.size;
  }

  #forget(dependency: string, key: string): void {
    const keys = this.#keysBy.get(dependency);
    keys?.delete(key);
    if (keys?.size === 0) this.#keysBy.delete(dependency);
  }

  /**
   * The cached page of a key, at once, or the one that `render` makes.
   * @returns a promise that rejects if the page is neither cached nor rendered; then nothing is cached
   */
  get(key: string, render: () => Promise<PageDocument>): PageDocument | Promise<PageDocument> {
    const found = this.#pages.get(key);
    if (found && isFresh(found)) return found.page;
    const { page } = this.#flights.get(key) ?? this.#fly(key, render);
    if (!found?.page.bodies || isTooOld(found) || !this.#options.isCurrent()) return page;
    // The next request tries again.
    page.catch(() => {});
    return found.page;
  }

  #fly(key: string, render: () => Promise<PageDocument>): Flight {
    const [added, hidden] = [new Set<string>(), new Set<string>()];
    const page = render()
      .then((made) => {
        if (isAbout(made, hidden)) throw new PageRevoked(key);
        this.#store(key, { page: made, renderedAt: Date.now(), isStale: isAbout(made, added) });
        return made;
      })
      .finally(() => {
        this.#running.delete(flight);
        if (this.#flights.get(key) === flight) this.#flights.delete(key);
      });
    const flight: Flight = { page, added, hidden };
    this.#flights.set(key, flight);
    this.#running.add(flight);
    return flight;
  }

  #store(key: string, entry: Entry): void {
    this.#pages.set(key, entry);
    for (const each of entry.page.dependencies) {
      const keys = this.#keysBy.get(each) ?? new Set();
      this.#keysBy.set(each, keys.add(key));
    }
  }

  #drop(key: string): void {
    this.#pages.delete(key);
    this.#options.onDropped?.(key);
  }

  #markStale(key: string): void {
    const entry = this.#pages.peek(key);
    if (entry) entry.isStale = true;
  }

  /** Invalidates the pages that a message has changed. */
  invalidateByMessage(message: LiveMessage): void {
    if (this.#pages.size === 0 && this.#running.size === 0) return;
    const { subjects, mayBeStale } = changeOf(message);
    if (subjects.length === 0) return;
    for (const { added, hidden } of this.#running) for (const each of subjects) (mayBeStale ? added : hidden).add(each);
    // A later request does not join a rendering that may have read what is hidden now.
    if (!mayBeStale) this.#flights.clear();
    for (const subject of subjects)
      for (const key of [...(this.#keysBy.get(subject) ?? [])]) {
        if (mayBeStale) this.#markStale(key);
        else this.#drop(key);
      }
  }

  /** Drops every page, as when messages may have been missed. */
  clear(): void {
    for (const { hidden } of this.#running) hidden.add(anything);
    this.#flights.clear();
    for (const key of [...this.#pages.keys()]) this.#drop(key);
  }
}
