import { enqueueErasure } from '#models/bus/account-deletion';
import { endGrace } from '#models/commands/account-grace';
import type { Deletions } from '#models/db/retention-ledger';
import { transaction } from '#models/db/transaction';
import { Users } from '#models/db/users';
import type { Log } from '../log.js';

/** Ends the graces that are over, each once, and enqueues the erasure of their accounts. */
export async function endGraces(log: Log): Promise<Deletions> {
  let users = 0;
  const over = { 'grace.until': { $lte: new Date() } };
  for await (const { _id } of Users.find(over, { _id: 1 }).lean().cursor()) {
    if (!(await transaction((session) => endGrace(session, _id)))) continue;
    enqueueErasure(_id);
    users++;
  }
  if (users > 0) log.info({ count: users }, 'retention.accounts deleted');
  return { users };
}
