import { appendMessages } from '#models/bus/live-stream';
import { publishOrRetry } from '#models/bus/publish';
import { inBatches } from '#models/bus/verb';
import { societyFollowed } from '#models/bus/verbs/society-follows';
import type { Id } from '#models/db/model';
import { type SocietyFollowDoc, SocietyFollows } from '#models/db/society-follows';

/** Ends all follows of a society that is open to its members only, on its followers' screens too. Idempotent. */
export async function endFollows(society: Id): Promise<void> {
  for await (const batch of inBatches<SocietyFollowDoc>(SocietyFollows.find({ society, on: true }).lean())) {
    const ended = { _id: { $in: batch.map(({ _id }) => _id) } };
    await SocietyFollows.updateMany({ ...ended, on: true }, { $set: { on: false, at: new Date() }, $inc: { version: 1 } });
    await publishOrRetry(() => publishFollows(ended));
  }
}

async function publishFollows(filter: { _id: { $in: Id[] } }): Promise<void> {
  const follows = await SocietyFollows.find(filter).lean();
  await appendMessages((await Promise.all(follows.map((follow) => societyFollowed.messages(follow, {})))).flat());
}
