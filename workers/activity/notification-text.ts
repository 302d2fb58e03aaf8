import { isValidObjectId } from 'mongoose';
import { actorOf, loadRecord, type RecordDoc, type RecordKind } from '#models/bus/records';
import { specOf } from '#models/bus/verbs/index';
import type { Id } from '#models/db/model';
import type { NotificationDoc } from '#models/db/notifications';

type Words = Partial<Pick<NotificationDoc, 'params' | 'link'>>;
/** Replaces a quote of removed content. */
const noQuote = '…';
const notifyingKinds = ['activity', 'like', 'follow'] as const satisfies readonly RecordKind[];

/**
 * Text params and link of a notification that keeps only these deliveries and actors: those of the newest remaining delivery by
 * one of the actors; without quote if there is none.
 */
export async function wordsOf(doc: NotificationDoc, deliveries: readonly string[], actors: readonly Id[]): Promise<Words> {
  const newest = await newestOf(deliveries, actors);
  return (newest && (await currentWords(doc, newest))) ?? unquoted(doc);
}

/** Params without quote, for a final notification that quotes this delivery after its content is gone; null if it quotes another. */
export async function wordsWithout(doc: NotificationDoc, id: string): Promise<Words | null> {
  if (doc.params?.excerpt === undefined || doc.params.excerpt === noQuote) return null;
  const newest = await newestOf(doc.tellings, doc.actors);
  if (!newest || String(newest.doc._id) !== id) return null;
  return (await currentWords(doc, newest)) ? null : unquoted(doc);
}

/** Newest of these deliveries by one of these actors. */
async function newestOf(deliveries: readonly string[], actors: readonly Id[]): Promise<RecordDoc | null> {
  for (const id of deliveries.toReversed()) {
    const record = await loadDelivered(id);
    if (record && actors.some((actor) => actor.equals(actorOf(record)))) return record;
  }
  return null;
}

/** Record of a delivery; a reminder has none. */
async function loadDelivered(id: string): Promise<RecordDoc | null> {
  if (!isValidObjectId(id)) return null;
  for (const kind of notifyingKinds) {
    const record = await loadRecord({ kind, id });
    if (record) return record;
  }
  return null;
}

/** Null if the content is gone. */
async function currentWords({ key }: NotificationDoc, record: RecordDoc): Promise<Words | null> {
  const spec = (await specOf(record).notifications()).find((each) => each.key === key);
  return spec ? { params: spec.params, link: spec.link } : null;
}

const unquoted = ({ params }: NotificationDoc): Words => (params?.excerpt === undefined ? {} : { params: { ...params, excerpt: noQuote } });
