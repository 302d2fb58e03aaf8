import { typing } from '#models/contract/posts';
import { countKey, newerCount } from './coalescing.js';
import type { Connection } from './connection.js';
import type { Sender } from './sending.js';
import type { Entry, LiveStream } from './stream.js';

const notKept = new Set<string>([typing.name]);

/** What is worth hearing again: of counts the last of each object, in order. */
function lastCounts(entries: readonly Entry[]): Entry[] {
  const kept = new Map<string, Entry>();
  for (const entry of entries) {
    if (notKept.has(entry.message)) continue;
    const key = countKey(entry) ?? entry.id;
    const before = kept.get(key);
    kept.delete(key);
    kept.set(key, before ? newerCount(before, entry) : entry);
  }
  return [...kept.values()];
}

/**
 * Sends what these rooms have had since a place, as far as this connection may hear it now. False where that cannot be known any more.
 * What comes after the entry being handed over just now is heard live.
 */
export async function replay(
  { stream, sender }: { stream: LiveStream; sender: Sender },
  connection: Connection,
  rooms: ReadonlySet<string>,
  since: string,
): Promise<boolean> {
  const entries = await stream.history(since, stream.front());
  if (!entries) return false;
  for (const entry of lastCounts(entries)) {
    const heard = entry.rooms.filter((room) => rooms.has(room));
    if (heard.length > 0) await sender.deliver(entry, heard, connection);
  }
  return true;
}
