import { loadUnpublished } from '#models/bus/unpublished';
import type { Hub } from './hub.js';
import { reauthorizeAfterBroadcast, reauthorizeBeforeBroadcast } from './reauthorize.js';
import type { RoomAuthorizer } from './room-authorizer.js';
import type { LogFailure } from './services.js';

/** Above this many records it is cheaper to re-authorize every socket. */
const maxPending = 300;

/**
 * Applies revocations that are stored in the outbox but not yet in the stream, before a gateway continues after a break: a
 * process that could not reach Redis either has left their messages to the sweeper.
 */
export async function applyPendingRevocations(hub: Hub, authorizer: RoomAuthorizer, position: string, log: LogFailure): Promise<void> {
  await authorizer.checkSessions();
  const pending = await loadUnpublished(maxPending).catch((error: unknown) => {
    log('outbox.records read failed', { err: error, streamId: position });
    return null;
  });
  if (!pending) return authorizer.reauthorizeAll();
  for (const message of pending) {
    const entry = { ...message, id: position };
    await reauthorizeBeforeBroadcast(entry, hub, authorizer);
    await reauthorizeAfterBroadcast(entry, hub, authorizer);
  }
}
