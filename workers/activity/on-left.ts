import { publishAndEnqueue } from '#models/bus/publish';
import type { RecordDoc } from '#models/bus/records';
import { giveUpSeat } from '#models/commands/seats';
import { settleRequest } from '#models/commands/settle-request';
import { Attendances } from '#models/db/attendances';
import { Events } from '#models/db/events';
import { JoinRequests } from '#models/db/join-requests';
import type { Id } from '#models/db/model';
import { RosterEntries } from '#models/db/roster-entries';
import { type DbSession, transaction } from '#models/db/transaction';

/** Whether the person is back meanwhile. */
const isBack = async (user: Id, session: DbSession | null = null): Promise<boolean> =>
  (await RosterEntries.findOne({ account: user, leftAt: null }, { _id: 1 }).session(session).lean()) !== null;

async function change(user: Id, work: (session: DbSession) => Promise<RecordDoc[]>): Promise<void> {
  const records = await transaction(async (session) => ((await isBack(user, session)) ? [] : work(session)));
  for (const record of records) await publishAndEnqueue(record);
}

/** Gives the seats of a person who left the university to the people who wait for them, and withdraws their join requests. */
export async function releasePlaces(user: Id): Promise<void> {
  if (await isBack(user)) return;
  const taken = await Attendances.find({ user, state: { $in: ['going', 'waiting'] } }, { event: 1 }).lean();
  const coming = { _id: { $in: taken.map(({ event }) => event) }, removedAt: null, endsAt: { $gt: new Date() } };
  for (const { _id } of await Events.find(coming, { _id: 1 }).lean()) await change(user, (session) => giveUpSeat(session, _id, user));
  for (const { _id } of await JoinRequests.find({ user, pending: true }, { _id: 1 }).lean())
    await change(user, async (session) => {
      const request = await JoinRequests.findOne({ _id, pending: true }, null, { session }).lean();
      return request ? [await settleRequest(session, request, { status: 'withdrawn', by: user })] : [];
    });
}
