import { sessionEnded } from '#models/contract/auth';
import { roomOf } from '#models/contract/rooms';
import { ownChanged } from '#models/contract/users';
import type { Id } from '#models/db/model';
import { addJob } from './jobs.js';
import { type LiveMessage, liveMessage } from './live-stream.js';
import { trackInBackground } from './publish.js';

/** The natural id of one round of the job that forgets a person. */
export const erasureJobId = (user: Id, round: number): string => `forget-${user}-${round}`;

/** What takes the rights of a deleted account away, and everybody's right to its profile; `version` is the account's, as deleted. */
export function accountDeletedMessages(user: Id, version: number): LiveMessage[] {
  const room = [roomOf('user', String(user))];
  return [
    liveMessage(sessionEnded, room, { reason: 'account_deleted', session_ids: 'all' }),
    liveMessage(ownChanged, room, { kind: 'privacy', id: String(user), on: true, version }),
  ];
}

/** Asks the workers to go through all that a deleted account left. What is lost here, the sweeper asks for again. */
export const enqueueErasure = (user: Id, round = 0, delay = 0): void =>
  trackInBackground(addJob('accounts.forget', { user: String(user) }, { jobId: erasureJobId(user, round), delay }));
