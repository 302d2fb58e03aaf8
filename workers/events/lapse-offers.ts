import { publishAndEnqueue } from '#models/bus/publish';
import { lapseOffer } from '#models/commands/lapse-offer';
import { type AttendanceDoc, Attendances } from '#models/db/attendances';
import { transaction } from '#models/db/transaction';
import { oneByOne } from '../one-by-one.js';

/** Most offers of one run; the rest follows with the next. */
const batch = 500;

/** Ends the offers of seats whose time is over. Found by a query, so that a lost job loses nothing. */
export async function lapseOffers(now: number = Date.now()): Promise<void> {
  const over = await Attendances.find({ offeredUntil: { $lte: new Date(now) } }, { event: 1 })
    .sort({ offeredUntil: 1 })
    .limit(batch)
    .lean<Pick<AttendanceDoc, '_id' | 'event'>[]>();
  await oneByOne(over, async ({ _id, event }) => {
    for (const record of await transaction((session) => lapseOffer(session, _id, event), { hot: `event ${event}` }))
      await publishAndEnqueue(record);
  });
}
