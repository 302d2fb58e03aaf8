import { createHash } from 'node:crypto';
import type { CommandCall } from './command.js';
import { show } from './values.js';

/** A conflict ends the transaction; a cut closes the connection, before the command or after it, its answer unsent. */
export type Fault = 'conflict' | 'cut' | 'cut-after';

const rate = 0.05;
const quietMs = 10;
const readsThatRetry = new Set(['find', 'aggregate', 'count', 'distinct']);

/**
 * Faults for tests, in 5 % of what a driver tries again, the same for the same seed. No operation fails twice in a row,
 * whatever else its session does. A driver fails all who wait for a connection when one is closed: only where one session
 * was alone in its database for a while is it. `isRetried` says that a write is sent again by its number.
 */
export function randomFaults(seed: string): (call: CommandCall, isRetried: boolean) => Fault | undefined {
  let drawn = 0;
  const random = () => createHash('sha256').update(`${seed} ${drawn++}`).digest().readUInt32LE() / 2 ** 32;
  /** The writes and reads that failed and are not yet tried again. */
  const failed = new Set<string>();
  /** The number of each session's last transaction that failed: the next one is what the driver tries in its place. */
  const conflicts = new Map<string, number>();
  const alone = new Map<string, { session: string | undefined; since: number }>();
  return ({ command, db, session, transaction, body }, isRetried) => {
    const before = alone.get(db);
    if (!before || before.session !== session) alone.set(db, { session, since: Date.now() });
    if (transaction && command !== 'abortTransaction') {
      const isTriedAgain = transaction.txnNumber <= (conflicts.get(transaction.session) ?? -1) + 1;
      if (isTriedAgain || random() >= rate) return undefined;
      conflicts.set(transaction.session, transaction.txnNumber);
      return 'conflict';
    }
    if (transaction || session === undefined || !(isRetried || readsThatRetry.has(command))) return undefined;
    // The driver sends a later cluster time with the retry.
    const { $clusterTime: _clusterTime, ...asked } = body;
    const operation = isRetried ? `${session} ${body.txnNumber}` : show(asked);
    const isQuiet = before?.session === session && Date.now() - before.since > quietMs;
    if (failed.delete(operation) || random() >= rate || !isQuiet) return undefined;
    failed.add(operation);
    return isRetried && random() < 0.5 ? 'cut-after' : 'cut';
  };
}
