import { LRUCache } from 'lru-cache';
import type { LiveMessage } from '#models/bus/live-stream';

/** Body of a page by content encoding; '' for none. */
export type Bodies = Record<'' | 'br' | 'gzip', Buffer>;

/** A rendered page, as it is sent. */
export interface PageDocument {
  /** Null for a page that cannot be rendered: kept as well, so that not every request tries again. */
  bodies: Bodies | null;
  /** Ids and rooms on which the page depends: a message about one of them drops the page. */
  dependencies: ReadonlySet<string>;
}

/** Milliseconds for which a page is cached that no message drops. */
const ttl = 30_000;
const most = { pages: 1000, bytes: 48 << 20 };
const ids = /[0-9a-f]{24}/g;
/** Subject of messages that may have been missed. */
const anything = '*';

/** All ids in a text. */
export const idsIn = (text: string): string[] => text.match(ids) ?? [];

const sizeOf = ({ bodies }: PageDocument): number => Object.values(bodies ?? {}).reduce((sum, { length }) => sum + length, 1);

/** Ids and list rooms that a message is about; none for one that is only for single people. */
function subjectsOf({ rooms, payload }: LiveMessage): string[] {
  if (rooms.every((room) => room.startsWith('user:'))) return [];
  return [...rooms.filter((room) => !room.includes(':')), ...idsIn(rooms.join()), ...idsIn(JSON.stringify(payload) ?? '')];
}

interface Flight {
  page: Promise<PageDocument>;
  /** Subjects of the messages since its start: the page may show what was before them. */
  seen: Set<string>;
}

/**
 * Rendered pages by key, for a moment: dropped by the first message about anything on them. Bounded in number and bytes; requests
 * for one page share a rendering.
 */
export class PageCache {
  readonly #pages = new LRUCache<string, PageDocument>({
    max: most.pages,
    maxSize: most.bytes,
    ttl,
    sizeCalculation: sizeOf,
    dispose: ({ dependencies }, key) => {
      for (const each of dependencies) this.#drop(each, key);
    },
  });
  readonly #keysBy = new Map<string, Set<string>>();
  readonly #flights = new Map<string, Flight>();

  get size(): number {
    return this.#pages.size;
  }

  #drop(dependency: string, key: string): void {
    const keys = this.#keysBy.get(dependency);
    keys?.delete(key);
    if (keys?.size === 0) this.#keysBy.delete(dependency);
  }

  /** The cached page of a key, or the one that `render` makes; if that rejects, nothing is cached. */
  get(key: string, render: () => Promise<PageDocument>): Promise<PageDocument> {
    const found = this.#pages.get(key);
    if (found) return Promise.resolve(found);
    return (this.#flights.get(key) ?? this.#fly(key, render)).page;
  }

  #fly(key: string, render: () => Promise<PageDocument>): Flight {
    const seen = new Set<string>();
    const page = render()
      .then((made) => {
        const isCurrent = !seen.has(anything) && ![...made.dependencies].some((each) => seen.has(each));
        if (isCurrent) this.#store(key, made);
        return made;
      })
      .finally(() => this.#flights.delete(key));
    const flight = { page, seen };
    this.#flights.set(key, flight);
    return flight;
  }

  #store(key: string, page: PageDocument): void {
    this.#pages.set(key, page);
    for (const each of page.dependencies) {
      const keys = this.#keysBy.get(each) ?? new Set();
      this.#keysBy.set(each, keys.add(key));
    }
  }

  /** Drops the pages that a message may have changed. */
  invalidateByMessage(message: LiveMessage): void {
    if (this.#pages.size === 0 && this.#flights.size === 0) return;
    for (const subject of subjectsOf(message)) {
      for (const flight of this.#flights.values()) flight.seen.add(subject);
      for (const key of [...(this.#keysBy.get(subject) ?? [])]) this.#pages.delete(key);
    }
  }

  /** Drops every page, as when messages may have been missed. */
  clear(): void {
    for (const flight of this.#flights.values()) flight.seen.add(anything);
    this.#pages.clear();
    this.#keysBy.clear();
  }
}
