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

/** Live message that makes gateways read a restored account anew. */
export const accountRestoredMessage = (user: Id, version: number): LiveMessage =>
  liveMessage(ownChanged, [roomOf('user', String(user))], { kind: 'privacy', id: String(user), on: true, version });

/** Job id of one round of the withdrawal of an account in its grace, which began at `since`. */
export const withdrawalJobId = (user: Id, since: Date, round: number): string => `withdraw-${user}-${since.getTime()}-${round}`;

/** Job id of the restoration of what an account had before its grace. */
export const restorationJobId = (user: Id, since: Date): string => `restore-${user}-${since.getTime()}`;

/** Enqueues the withdrawal of an account in its grace. The sweeper enqueues it again if it is lost here. */
export const enqueueWithdrawal = (user: Id, since: Date, round = 0, delay = 0): void =>
  trackInBackground(addJob('accounts.withdraw', { user: String(user) }, { jobId: withdrawalJobId(user, since, round), delay }));

/** Enqueues the restoration of what an account had. The sweeper enqueues it again if it is lost here. */
export const enqueueRestoration = (user: Id, since: Date): void =>
  trackInBackground(addJob('accounts.restore', { user: String(user) }, { jobId: restorationJobId(user, since) }));

/** Enqueues the erasure of everything a deleted account left. The sweeper enqueues it again if it is lost here. */
export const enqueueErasure = (user: Id, round = 0, delay = 0): void =>
  trackInBackground(addJob('accounts.forget', { user: String(user) }, { jobId: erasureJobId(user, round), delay }));
