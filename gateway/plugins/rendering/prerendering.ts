import type { PageRequest } from './view.js';

export interface PrerenderingTiming {
  /** Milliseconds from the first page that is due to its rendering, which may be due again by then. */
  delayMs: number;
  /** Milliseconds between two rounds. */
  pauseMs: number;
}

interface PrerenderingOptions extends Partial<PrerenderingTiming> {
  /** Renders a page, and caches it; rejects if it has to be tried again. */
  render(page: PageRequest): Promise<unknown>;
  /** Whether the gateway has what its pages show. */
  isReady(): Promise<boolean>;
}

const timing: PrerenderingTiming = { delayMs: 500, pauseMs: 10_000 };

/**
 * Renders pages before a visitor asks for them: after the start, and once a change has dropped them. One after the other, and in
 * rounds, so that many changes take no more time than one.
 */
export class Prerendering {
  readonly #pages: ReadonlyMap<string, PageRequest>;
  readonly #options: Required<PrerenderingOptions>;
  readonly #due = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #isRunning = false;
  #isClosed = false;
  #nextAt = 0;

  /** @param pages those to keep rendered */
  constructor(pages: readonly PageRequest[], options: PrerenderingOptions) {
    this.#pages = new Map(pages.map((page) => [page.key, page]));
    this.#options = { ...timing, ...options };
  }

  /** Renders all pages soon. */
  start(): void {
    for (const key of this.#pages.keys()) this.add(key);
  }

  /** Renders a page again soon, if it is one of those to keep. */
  add(key: string): void {
    if (!this.#pages.has(key) || this.#isClosed) return;
    this.#due.add(key);
    this.#schedule();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#timer || this.#isRunning || this.#isClosed) return;
    const wait = Math.max(this.#options.delayMs, this.#nextAt - Date.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#run();
    }, wait).unref();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    if (await this.#options.isReady().catch(() => false)) await this.#renderDue();
    this.#isRunning = false;
    this.#nextAt = Date.now() + this.#options.pauseMs;
    if (this.#due.size > 0) this.#schedule();
  }

  async #renderDue(): Promise<void> {
    for (const key of [...this.#due]) {
      if (this.#isClosed) return;
      this.#due.delete(key);
      const page = this.#pages.get(key);
      if (page) await this.#options.render(page).catch(() => this.#due.add(key));
    }
  }
}
