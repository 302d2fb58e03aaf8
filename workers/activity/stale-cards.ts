import type { RecordDoc } from '#models/bus/records';
import { specOf } from '#models/bus/verbs/index';
import { type StaleTopic, stampTopics } from '#models/db/card-stamps';
import { Societies } from '#models/db/societies';
import { Users } from '#models/db/users';
import { jobsSaved } from '../metrics.js';

/**
 * Marks the recommendations that a record changes stale: one write per topic. They are computed when somebody looks, or for the
 * screens that are open (`gateway/live/open-cards.ts`).
 */
export async function markCardsStale(record: RecordDoc): Promise<void> {
  const topics = await specOf(record).staleTopics();
  if (topics.length === 0) return;
  await stampTopics(topics, record.doc.at);
  jobsSaved.inc(await audienceSize(topics));
}

/** Number of people whose cards depend on the topics. */
async function audienceSize(topics: readonly StaleTopic[]): Promise<number> {
  const idsOf = (wanted: StaleTopic['kind']) => topics.flatMap(({ kind, id }) => (kind === wanted ? [id] : []));
  const [societies, going] = [idsOf('society'), idsOf('going')];
  const counts = await Promise.all([
    societies.length > 0 ? Societies.find({ _id: { $in: societies } }, { members: 1 }).lean() : [],
    going.length > 0 ? Users.find({ _id: { $in: going } }, { followers: 1 }).lean() : [],
  ]);
  const [members, followers] = [counts[0].map((society) => society.members), counts[1].map((person) => person.followers)];
  return [...members, ...followers, idsOf('own').length].reduce((sum, count) => sum + count, 0);
}
