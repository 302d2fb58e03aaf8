import { expandRecipients } from '#models/bus/recipient-batches';
import { typing } from '#models/contract/posts';
import { joinRequestLooking } from '#models/contract/request-desk';
import type { Broadcaster } from './broadcaster.js';
import { coalesceKey, newerCount } from './coalescing.js';
import type { Connection } from './connection.js';
import type { LiveStream, StreamEntry } from './stream.js';

const ephemeral = new Set<string>([typing.name, joinRequestLooking.name]);

/** Entries worth a replay, in order: of counts only the last of each object. */
function latestCounts(entries: readonly StreamEntry[]): StreamEntry[] {
  const latest = new Map<string, StreamEntry>();
  for (const entry of entries) {
    if (ephemeral.has(entry.message)) continue;
    const key = coalesceKey(entry) ?? `${entry.id} ${entry.rooms.join(' ')}`;
    const before = latest.get(key);
    latest.delete(key);
    latest.set(key, before ? newerCount(before, entry) : entry);
  }
  return [...latest.values()];
}

/**
 * Replays what the rooms have had since a stream position, as far as this connection may see it now. Returns false where the
 * history no longer reaches back. Entries after the one that is being handled arrive live.
 */
export async function replay(
  { stream, broadcaster }: { stream: LiveStream; broadcaster: Broadcaster },
  connection: Connection,
  rooms: ReadonlySet<string>,
  since: string,
): Promise<boolean> {
  const entries = await stream.readHistory(since, stream.inFlightPosition());
  if (!entries) return false;
  const messages = entries.flatMap((entry) => expandRecipients(entry, (room) => rooms.has(room)));
  await broadcaster.replay(latestCounts(messages), connection, rooms);
  return true;
}
