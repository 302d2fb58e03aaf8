import { isValidObjectId } from 'mongoose';
import { actorOf, loadRecord, type RecordDoc, type RecordKind } from '#models/bus/records';
import { specOf } from '#models/bus/verbs/index';
import type { Id } from '#models/db/model';
import type { NotificationDoc } from '#models/db/notifications';

type Words = Partial<Pick<NotificationDoc, 'params' | 'link'>>;
/** Stands for what is not quoted any more. */
const noQuote = '…';
const notifyingKinds = ['activity', 'like', 'follow'] as const satisfies readonly RecordKind[];

/**
 * What a notification is to say when only these tellings and these people are left in it: what the newest of those tellings
 * that one of them did says now; where nothing is left to quote, nobody's words.
 */
export async function wordsOf(doc: NotificationDoc, deliveries: readonly string[], actors: readonly Id[]): Promise<Words> {
  const newest = await newestOf(deliveries, actors);
  return (newest && (await currentWords(doc, newest))) ?? unquoted(doc);
}

/** The words of a notification that stays as it is, but quotes this telling, and that is gone; null where it quotes something else. */
export async function wordsWithout(doc: NotificationDoc, id: string): Promise<Words | null> {
  if (doc.params?.excerpt === undefined || doc.params.excerpt === noQuote) return null;
  const newest = await newestOf(doc.tellings, doc.actors);
  if (!newest || String(newest.doc._id) !== id) return null;
  return (await currentWords(doc, newest)) ? null : unquoted(doc);
}

/** The newest of these tellings that one of these people did. */
async function newestOf(deliveries: readonly string[], actors: readonly Id[]): Promise<RecordDoc | null> {
  for (const id of deliveries.toReversed()) {
    const record = await loadDelivered(id);
    if (record && actors.some((actor) => actor.equals(actorOf(record)))) return record;
  }
  return null;
}

/** The record behind a telling; a reminder has none. */
async function loadDelivered(id: string): Promise<RecordDoc | null> {
  if (!isValidObjectId(id)) return null;
  for (const kind of notifyingKinds) {
    const record = await loadRecord({ kind, id });
    if (record) return record;
  }
  return null;
}

/** Null where what it tells of is gone. */
async function currentWords({ key }: NotificationDoc, record: RecordDoc): Promise<Words | null> {
  const spec = (await specOf(record).notifications()).find((each) => each.key === key);
  return spec ? { params: spec.params, link: spec.link } : null;
}

const unquoted = ({ params }: NotificationDoc): Words => (params?.excerpt === undefined ? {} : { params: { ...params, excerpt: noQuote } });
