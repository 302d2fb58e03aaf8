import { sessionEnded } from '#models/contract/auth';
import { roomOf } from '#models/contract/rooms';
import { ownChanged } from '#models/contract/users';
import type { Id } from '#models/db/model';
import { addJob } from './jobs.js';
import { type LiveMessage, liveMessage } from './live-stream.js';
import { trackInBackground } from './publish.js';

/** Job id of one round of the erasure of an account. */
export const erasureJobId = (user: Id, round: number): string => `forget-${user}-${round}`;

/**
 * Live messages that revoke a deleted account's own rights and everybody's right to its profile; `version` is the account's, as
 * deleted.
 */
export function accountDeletedMessages(user: Id, version: number): LiveMessage[] {
  const room = [roomOf('user', String(user))];
  return [
    liveMessage(sessionEnded, room, { reason: 'account_deleted', session_ids: 'all' }),
    liveMessage(ownChanged, room, { kind: 'privacy', id: String(user), on: true, version }),
  ];
}

/** Enqueues the erasure of everything a deleted account left. The sweeper enqueues it again if it is lost here. */
export const enqueueErasure = (user: Id, round = 0, delay = 0): void =>
  trackInBackground(addJob('accounts.forget', { user: String(user) }, { jobId: erasureJobId(user, round), delay }));
