import { publishAndEnqueue } from '#models/bus/publish';
import type { RecordDoc } from '#models/bus/records';
import { endMembership, recordsOf } from '#models/commands/memberships';
import { giveUpSeat, isAttendable } from '#models/commands/seats';
import { settleRequest } from '#models/commands/settle-request';
import { Attendances } from '#models/db/attendances';
import { Events } from '#models/db/events';
import { JoinRequests } from '#models/db/join-requests';
import { type MembershipDoc, Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import type { DbSession } from '#models/db/transaction';

/** Runs one change of an account in a transaction; null, and nothing changed, if the account no longer wants it. */
export type Run = <T>(work: (session: DbSession) => Promise<T>) => Promise<T | null>;

/** Runs one change and publishes its records at once, while the documents that their messages describe still exist. */
async function change(run: Run, work: (session: DbSession) => Promise<RecordDoc[]>): Promise<void> {
  for (const record of (await run(work)) ?? []) await publishAndEnqueue(record);
}

/** Ends each membership, so that open pages of the societies update. `before` runs before each end, in its transaction. */
export async function leaveSocieties(
  user: Id,
  run: Run,
  before: (session: DbSession, membership: MembershipDoc) => Promise<void> = async () => {},
): Promise<void> {
  for (const { _id } of await Memberships.find({ user }, { _id: 1 }).lean())
    await change(run, async (session) => {
      const found = await Memberships.findOne({ _id }, null, { session }).lean();
      if (!found) return [];
      await before(session, found);
      return recordsOf(await endMembership(session, found, user));
    });
}

/** Gives seats up for the waiting list: all, or only those of events that can still be attended. */
export async function giveUpSeats(user: Id, run: Run, { attendable }: { attendable: boolean }): Promise<void> {
  for (const { event } of await Attendances.find({ user, state: { $in: ['going', 'waiting'] } }, { event: 1 }).lean()) {
    const found = attendable ? await Events.findById(event).lean() : null;
    if (!attendable || (found && isAttendable(found))) await change(run, (session) => giveUpSeat(session, event, user));
  }
}

/** Withdraws pending requests, so that they leave the admins' lists. */
export async function withdrawRequests(user: Id, run: Run): Promise<void> {
  for (const { _id } of await JoinRequests.find({ user, pending: true }, { _id: 1 }).lean())
    await change(run, async (session) => {
      const request = await JoinRequests.findOne({ _id, pending: true }, null, { session }).lean();
      return request ? [await settleRequest(session, request, { status: 'withdrawn', by: user })] : [];
    });
}
