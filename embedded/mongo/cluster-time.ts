import { Binary, Long, Timestamp } from 'bson';
import { encode } from './collection.js';
import { type Doc, isPlainObject, MongoError } from './values.js';

const yearSeconds = 365 * 24 * 3600;
const wallSeconds = (): number => Math.floor(Date.now() / 1000);

/** MongoDB's logical time, in seconds and a count within them: it goes on with each commit, and is in every reply. */
export class ClusterTime {
  private now = new Timestamp({ t: wallSeconds(), i: 1 });
  private encoded: Buffer | undefined;

  tick(): void {
    const t = wallSeconds();
    const last = this.now.getHighBitsUnsigned();
    this.set(t > last ? new Timestamp({ t, i: 1 }) : new Timestamp({ t: last, i: this.now.getLowBitsUnsigned() + 1 }));
  }

  private set(now: Timestamp): void {
    this.now = now;
    this.encoded = undefined;
  }

  /** Takes over a later time that a driver has seen, as before a restart. */
  observe($clusterTime: unknown): void {
    const time = isPlainObject($clusterTime) ? $clusterTime.clusterTime : undefined;
    if (!(time instanceof Timestamp)) throw new MongoError(14, "BSON field '$clusterTime.clusterTime' is missing or not a timestamp");
    if (time.getHighBitsUnsigned() > wallSeconds() + yearSeconds) throw new MongoError(205, 'New cluster time is too far in the future');
    if (time.greaterThan(this.now)) this.set(time);
  }

  /** Refuses to read after a time that has not come; after any other one every read is. */
  checkReached(afterClusterTime: unknown): void {
    if (!(afterClusterTime instanceof Timestamp)) throw new MongoError(14, "BSON field 'readConcern.afterClusterTime' is not a timestamp");
    if (afterClusterTime.lessThanOrEqual(this.now)) return;
    throw new MongoError(72, 'readConcern afterClusterTime value must not be greater than the current clusterTime.');
  }

  /** The last fields of every reply, encoded, and the end of its document. */
  trailer(): Buffer {
    const signature = { hash: new Binary(Buffer.alloc(20)), keyId: Long.ZERO };
    const fields: Doc = { operationTime: this.now, $clusterTime: { clusterTime: this.now, signature } };
    this.encoded ??= encode(fields).subarray(4);
    return this.encoded;
  }
}
