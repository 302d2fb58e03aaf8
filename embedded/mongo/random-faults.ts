import { createHash } from 'node:crypto';

/** `conflict`: a write conflict that ends the transaction; `cut`: the connection closes before the command, `cut-after`: after it, its answer unsent; `away`: an error that the driver answers by trying again. */
export type Fault = 'conflict' | 'cut' | 'cut-after' | 'away';

/** A command, as far as it matters for whether it may fail. */
export interface Faulty {
  name: string;
  session: string | undefined;
  isInTransaction: boolean;
  /** It carries the number of a retryable write, or ends a transaction. */
  retries: boolean;
}

const RATE = 0.05;
/** One session alone was served for so long: then a closed connection does not fail a crowd that waits for one. */
const QUIET_MS = 20;
const readsThatRetry = new Set(['find', 'aggregate', 'count', 'distinct']);

/** Faults that come by themselves, for tests: 5 % of what a driver tries again, of one session at most one in a row. */
export class RandomFaults {
  private readonly random: () => number;
  private readonly failed = new Set<string>();
  private underWay = 0;
  private served: string | undefined;
  private aloneSince = 0;

  constructor(seed: string) {
    this.random = generator(createHash('sha256').update(seed).digest().readUInt32LE(0));
  }

  /** Runs a command, or lets it fail; `fail` throws what the client is to see. */
  async around<T>(command: Faulty, run: () => Promise<T>, fail: (fault: Fault) => never): Promise<T> {
    const fault = this.next(command);
    if (fault !== undefined && fault !== 'cut-after') fail(fault);
    this.underWay += 1;
    try {
      const reply = await run();
      return fault === undefined ? reply : fail(fault);
    } finally {
      this.underWay -= 1;
    }
  }

  private next({ name, session, isInTransaction, retries }: Faulty): Fault | undefined {
    if (session !== this.served) this.aloneSince = Date.now();
    this.served = session;
    const isQuiet = this.underWay === 0 && Date.now() - this.aloneSince > QUIET_MS;
    if (session === undefined || name === 'abortTransaction') return undefined;
    if (this.failed.delete(session)) return undefined;
    if (!(isInTransaction || retries || readsThatRetry.has(name)) || this.random() >= RATE) return undefined;
    this.failed.add(session);
    if (isInTransaction && !retries) return 'conflict';
    // A closed connection makes the driver fail whoever waits for one, and look for the server for half a second:
    // only while nobody else is served, and not each time.
    if (!isQuiet || this.random() < 0.8) return 'away';
    return retries && this.random() < 0.5 ? 'cut-after' : 'cut';
  }
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
