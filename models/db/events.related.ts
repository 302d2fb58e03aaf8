import type { Asker } from '#models/policies/index';
import { badCursor, decodePosition, encodePosition, type ListPosition, positionOf } from './cursor.js';
import { comingAt } from './event-window.js';
import { firstEvents } from './events.first.js';
import { type EventDoc, Events } from './events.js';
import { keepFor } from './events.pages.js';
import { readsFor, simpleOrders } from './events.reads.js';
import { toId } from './model.js';
import { mergePaginate } from './paginate.js';

const stretches = ['society', 'category'] as const;
const order = simpleOrders.date;
/** Events that are read beyond a page: few are of the other stretch. */
const fewDropped = 10;
const firstOfAll: ListPosition = { values: [new Date(0)], id: toId('0'.repeat(24)) };

async function readStretch(asker: Asker, event: EventDoc, stretch: (typeof stretches)[number], from: ListPosition | null, limit: number) {
  const isSociety = stretch === 'society';
  const filter = { status: 'upcoming', ...(isSociety ? { society: event.society } : { category: event.category }) } as const;
  const window = comingAt(new Date());
  const isOther = ({ _id, society }: EventDoc): boolean => !_id.equals(event._id) && society.equals(event.society) === isSociety;
  const keep = (batch: EventDoc[]) => keepFor(asker, '', undefined, batch.filter(isOther));
  const batch = limit + fewDropped;
  if (!from) {
    const first = await firstEvents(asker, filter, { window, sort: 'date', size: batch });
    const items = await keep(first);
    const [last, beyond] = [items[limit - 1], items[limit]];
    if (last && beyond) return { items: items.slice(0, limit), end: positionOf(last, order) };
    if (first.length < batch) return { items, end: null };
  }
  return mergePaginate({ model: Events, reads: readsFor(asker, filter, window), order, from, limit, batch, keep });
}

/** One page of related upcoming events, earliest first: of the same society, then of the same category elsewhere. */
export async function relatedPage(asker: Asker, event: EventDoc, cursor: string | undefined, limit: number) {
  const start = decodePosition(cursor, order);
  const begun = start ? (stretches.find((stretch) => stretch === start.note) ?? badCursor()) : 'society';
  const events: EventDoc[] = [];
  if (begun === 'society') {
    const same = await readStretch(asker, event, 'society', start?.position ?? null, limit);
    events.push(...same.items);
    if (same.end) return { events, next: encodePosition(same.end, 'society') };
  }
  const room = limit - events.length;
  const alike = await readStretch(asker, event, 'category', begun === 'category' ? (start?.position ?? null) : null, Math.max(room, 1));
  if (room === 0) return { events, next: alike.items.length > 0 || alike.end ? encodePosition(firstOfAll, 'category') : null };
  return { events: [...events, ...alike.items], next: alike.end && encodePosition(alike.end, 'category') };
}
