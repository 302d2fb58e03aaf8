import { loadUnsaid } from '#models/bus/unsaid';
import { bearAfter, bearOn } from './bearing.js';
import type { Hub } from './hub.js';
import type { Judge } from './judging.js';
import type { Log } from './parts.js';

/** With more records than this it is cheaper to authorize every socket again. */
const mostUnsaid = 300;

/**
 * Applies the loss of rights that the stream does not tell of yet, before a gateway reads on after a break: a process that could
 * not reach Redis either has left its messages to the sweeper.
 */
export async function applyUnsaid(hub: Hub, judge: Judge, place: string, log: Log): Promise<void> {
  await judge.endedUnheard();
  const unsaid = await loadUnsaid(mostUnsaid).catch((error: unknown) => {
    log('outbox.records read failed', { err: error, streamId: place });
    return null;
  });
  if (!unsaid) return judge.everybody();
  for (const message of unsaid) {
    const entry = { ...message, id: place };
    await bearOn(entry, hub, judge);
    await bearAfter(entry, hub, judge);
  }
}
