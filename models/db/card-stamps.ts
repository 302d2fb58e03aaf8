import { coalescedUpdates } from './coalesce.js';
import { deleteAll, describeCollection } from './collections.js';
import { followedLoader } from './follows.loaders.js';
import { date, defineModel, type Id, toId } from './model.js';
import { retryOnConflict } from './retry-on-conflict.js';

/**
 * A thing that recommendations depend on: `own`, what the person did; `going`, what somebody attends, for their followers;
 * `society`, its events, for its members.
 */
export interface StaleTopic {
  kind: 'own' | 'going' | 'society';
  id: Id;
}

/** Time of a topic's last change. `_id`: `own:{user}`, `going:{user}`, `society:{society}`. One write, however many cards it concerns. */
export interface CardStampDoc {
  _id: string;
  /** Cards computed before lack the change. */
  at: Date;
  writtenAt: Date;
}

/** Older cards are stale anyway (`maxCardAgeMs`). */
const retentionDays = 2;

export const CardStamps = defineModel<CardStampDoc>('cardStamps', { _id: { type: String, required: true }, at: date, writtenAt: date }, [
  [{ writtenAt: 1 }, { expireAfterSeconds: retentionDays * 86_400 }],
]);

const updateStamp = coalescedUpdates(CardStamps);

const stampId = ({ kind, id }: StaleTopic): string => `${kind}:${id}`;

describeCollection(CardStamps, {
  isInternal: true,
  description: 'When a person last did something that changes recommendations, for two days: deleted.',
  exportFilter: null,
  erase: deleteAll(CardStamps, ({ user: id }) => ({ _id: { $in: [stampId({ kind: 'own', id }), stampId({ kind: 'going', id })] } })),
});

/** Topic of a stamp. */
export function topicOf({ _id }: Pick<CardStampDoc, '_id'>): StaleTopic {
  const [kind, id = ''] = _id.split(':');
  return { kind: kind as StaleTopic['kind'], id: toId(id) };
}

/** Time by which a change is committed, and the clocks agree: a card that is computed later has it. */
const settledAfterMs = 2000;

/** Marks the cards that depend on these topics stale, as of a change. Repeating it changes nothing. */
export async function stampTopics(topics: readonly StaleTopic[], changedAt: Date): Promise<void> {
  const at = new Date(changedAt.getTime() + settledAfterMs);
  const update = { $max: { at }, $set: { writtenAt: new Date() } };
  // Two first stamps of a topic may collide.
  await Promise.all(topics.map((topic) => retryOnConflict(() => updateStamp({ filter: { _id: stampId(topic) }, update, upsert: true }))));
}

/** Age at which a card is computed anew although nothing happened: events come closer, societies grow. */
export const maxCardAgeMs = 3600_000;

/** Time of a change that a person's card lacks, or at which it was too old; null if it is fresh. */
export async function staleSince(user: Id, societies: Iterable<Id | string>, computedAt: Date): Promise<Date | null> {
  const tooOld = new Date(computedAt.getTime() + maxCardAgeMs);
  if (tooOld.getTime() < Date.now()) return tooOld;
  // A follow of this moment stamps the person's own topic.
  const followed = (await followedLoader.cached(String(user))) ?? [];
  const ids = [`own:${user}`, ...Array.from(societies, (id) => `society:${id}`), ...followed.map((id) => `going:${id}`)];
  const stamp = await CardStamps.findOne({ _id: { $in: ids }, at: { $gt: computedAt } }).lean();
  return stamp?.at ?? null;
}
