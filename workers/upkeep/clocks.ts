import type { Model } from 'mongoose';
import { publishAndEnqueue } from '#models/bus/publish';
import { recordActivity } from '#models/bus/records';
import type { AnswerClock } from '#models/db/answer-clock';
import type { Id } from '#models/db/model';
import { Reports } from '#models/db/reports';
import { SupportRequests } from '#models/db/support-requests';
import { transaction } from '#models/db/transaction';
import { oneByOne } from '../one-by-one.js';

interface Waiting extends AnswerClock {
  _id: Id;
  society?: Id | null;
}

const waiting = {
  report: Reports as unknown as Model<Waiting>,
  ticket: SupportRequests as unknown as Model<Waiting>,
};
type Kind = keyof typeof waiting;

/**
 * Reminds of each report and support request once at half of its time, and escalates it once at the end. Found by a query, so that
 * a lost job loses nothing. Continues after a failing one, and throws the last error at the end.
 */
export async function runClocks(now: number = Date.now()): Promise<void> {
  for (const kind of ['report', 'ticket'] as const) {
    const passed = await waiting[kind]
      .find({ clockAt: { $lte: new Date(now) } }, { society: 1, clockAt: 1, dueAt: 1 })
      .sort({ clockAt: 1 })
      .lean<Waiting[]>();
    await oneByOne(passed, (each) => advance(kind, each, now));
  }
}

/**
 * Sets the clock on and writes the outbox record in one transaction, so that a killed process has done both or neither. Of
 * concurrent workers, and of a worker and a decision, one finds the clock as it was read.
 */
async function advance(kind: Kind, { _id, society = null, clockAt, dueAt }: Waiting, now: number): Promise<void> {
  const isOver = !dueAt || dueAt.getTime() <= now;
  const record = await transaction(async (session) => {
    const change = isOver ? { $unset: { clockAt: 1 } } : { $set: { clockAt: dueAt } };
    const { modifiedCount } = await waiting[kind].updateOne({ _id, clockAt }, change, { session });
    if (modifiedCount === 0) return null;
    const verb = `${kind}.${isOver ? 'escalated' : 'nudged'}` as const;
    // Nobody acts: the waiting thing serves as the actor.
    return recordActivity(session, { actor: _id, verb, object: _id, society, open: false });
  });
  if (record) await publishAndEnqueue(record);
}
