import type { Model } from 'mongoose';
import type { Id } from '#models/db/model';

interface Takeable {
  _id: Id;
  takenBy?: Id | null;
  version: number;
}

interface Taking {
  me: Id;
  /** Whether it is taken; false puts it back, which only its taker does. */
  taken: boolean;
}

/**
 * Takes an open report or support request, also from somebody else, or puts it back, in one atomic write. A repeat changes nothing.
 * @param open filter for what can be taken
 * @returns the document as it is now, null if there is none, and whether this call changed it
 */
export async function take<T extends Takeable>(
  model: Model<T>,
  _id: Id,
  open: object,
  { me, taken }: Taking,
): Promise<{ current: T | null; isChanged: boolean }> {
  const changed = await model
    .findOneAndUpdate(
      { _id, ...open, takenBy: taken ? { $ne: me } : me } as never,
      { $set: { takenBy: taken ? me : null }, $inc: { version: 1 } } as never,
      { returnDocument: 'after' },
    )
    .lean<T>();
  return { current: changed ?? (await model.findById(_id).lean<T>()), isChanged: changed !== null };
}
