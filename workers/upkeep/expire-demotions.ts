import { publishAndEnqueue } from '#models/bus/publish';
import { closeDemotion } from '#models/commands/demotions';
import { type DemotionDoc, Demotions } from '#models/db/demotions';
import { transaction } from '#models/db/transaction';
import { oneByOne } from '../one-by-one.js';

/** Closes requests for a demotion whose time is over. Found by a query, so that a lost job loses nothing. */
export async function expireDemotions(now: number = Date.now()): Promise<void> {
  const passed = await Demotions.find({ open: true, expiresAt: { $lte: new Date(now) } })
    .sort({ expiresAt: 1 })
    .lean();
  await oneByOne(passed, expire);
}

/** Closes one request, unless an answer has closed it. The request serves as the actor, since nobody acts. */
async function expire({ _id }: DemotionDoc): Promise<void> {
  const record = await transaction(async (session) => {
    const demotion = await Demotions.findById(_id).session(session).lean();
    return demotion?.open ? closeDemotion(session, demotion, 'expired', _id) : null;
  });
  if (record) await publishAndEnqueue(record);
}
