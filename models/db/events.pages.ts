import type { Asker } from '#models/policies/index';
import { badCursor, decodePosition, encodePosition, type ListPosition, positionOf, type SortOrder, timeOf } from './cursor.js';
import { lastDayOf } from './event-times.js';
import { comingAt, type EventWindow, endedAt, intersectWindows } from './event-window.js';
import { firstEvents } from './events.first.js';
import { type EventDoc, Events } from './events.js';
import { cachedEventFacts } from './events.loaders.js';
import { type EventPageFilter, readsFor, simpleOrders } from './events.reads.js';
import { localOf, spanOf } from './local-time.js';
import { toId } from './model.js';
import { mergePaginate } from './paginate.js';
import { societyLoader } from './societies.js';
import { fold } from './text.js';

/** Keeps the events of a batch that the viewer may see and that match the text, in the event or its society's name. */
export async function keepFor(asker: Asker, q: string, category: string | undefined, batch: EventDoc[]): Promise<EventDoc[]> {
  const societies = await societyLoader.cachedMany(batch.map(({ society }) => society));
  return batch.filter((event) => {
    const society = societies.get(String(event.society));
    if (!society || (category && event.category !== category) || !asker.can('event.see', cachedEventFacts(event, society))) return false;
    return (
      q === '' || [event.title, event.description, event.location, event.category, society.name].some((text) => fold(text).includes(q))
    );
  });
}

interface Stretch {
  order: SortOrder;
  window: EventWindow;
}

/** First items of a stretch of which nothing is picked. */
async function readFirst(asker: Asker, filter: EventPageFilter, { order, window }: Stretch, limit: number) {
  const items = await firstEvents(asker, filter, { window, sort: sortOf(order), size: limit + 1 });
  const [last, beyond] = [items[limit - 1], items[limit]];
  return { items: items.slice(0, limit), end: last && beyond ? positionOf(last, order) : null };
}

async function readStretch(asker: Asker, filter: EventPageFilter, { order, window }: Stretch, from: ListPosition | null, limit: number) {
  const q = fold(filter.q);
  const firstDay = firstDayOf(filter);
  const isPicked = q !== '' || firstDay !== null || (filter.category !== undefined && filter.sort === 'title');
  if (!isPicked && !from) return readFirst(asker, filter, { order, window }, limit);
  const isIn = (event: EventDoc): boolean => firstDay === null || lastDayOf(event, filter.zone) >= firstDay;
  const keep = (batch: EventDoc[]) => keepFor(asker, q, filter.category, batch.filter(isIn));
  return mergePaginate({ model: Events, reads: readsFor(asker, filter, window), order, from, limit, ...(isPicked ? { keep } : {}) });
}

const sortOf = (order: SortOrder): keyof typeof simpleOrders =>
  order === simpleOrders.title ? 'title' : order === simpleOrders.date ? 'date' : 'dateDesc';

function windowOfStatus(status: EventPageFilter['status'], now: Date): EventWindow {
  if (!status) return {};
  return status === 'upcoming' ? comingAt(now) : endedAt(now);
}

/** First requested day. An event that merely runs past midnight is not on it, but one planned over several days is. */
function firstDayOf({ when, zone }: EventPageFilter): string | null {
  return when && when !== 'all' ? localOf(spanOf(when, new Date(), zone).from, zone).date : null;
}

function windowOfWhen({ when, zone }: EventPageFilter, now: Date): EventWindow {
  if (!when || when === 'all') return {};
  const { from, to } = spanOf(when, now, zone);
  return { after: from, before: to };
}

/**
 * One page of events. Default order: events that have not ended, earliest first, then ended ones, latest first. The cursor stores
 * the boundary between the two, so it is the same for all pages.
 */
export async function eventPage(asker: Asker, filter: EventPageFilter, cursor: string | undefined, limit: number) {
  const now = new Date();
  const asked = windowOfWhen(filter, now);
  const start = decodePosition(cursor, simpleOrders[filter.sort ?? 'date']);
  if (filter.sort) {
    const wanted = { order: simpleOrders[filter.sort], window: intersectWindows(asked, windowOfStatus(filter.status, now)) };
    const { items, end } = await readStretch(asker, filter, wanted, start?.position ?? null, limit);
    return { events: items, next: end && encodePosition(end) };
  }
  return twoStretches(asker, filter, asked, start, limit);
}

/** Prefixes of the cursor's note, one for each part of the list. */
const stretches = { coming: 'c', ended: 'e' } as const;

async function twoStretches(
  asker: Asker,
  filter: EventPageFilter,
  asked: EventWindow,
  start: ReturnType<typeof decodePosition>,
  limit: number,
) {
  const boundary = start ? (timeOf(start.note.slice(1)) ?? badCursor()) : new Date();
  const noteOf = (stretch: keyof typeof stretches): string => `${stretches[stretch]}${boundary.getTime()}`;
  const isEnded = start?.note.startsWith(stretches.ended) ?? false;
  const events: EventDoc[] = [];
  if (!isEnded && filter.status !== 'completed') {
    const stretch = { order: simpleOrders.date, window: intersectWindows(asked, comingAt(boundary)) };
    const coming = await readStretch(asker, filter, stretch, start?.position ?? null, limit);
    events.push(...coming.items);
    if (coming.end) return { events, next: encodePosition(coming.end, noteOf('coming')) };
  }
  if (filter.status === 'upcoming') return { events, next: null };
  const ended = { order: simpleOrders.dateDesc, window: intersectWindows(asked, endedAt(boundary)) };
  const room = limit - events.length;
  const rest = await readStretch(asker, filter, ended, isEnded ? (start?.position ?? null) : null, Math.max(room, 1));
  if (room === 0) return { events, next: rest.items.length > 0 || rest.end ? fromStart(noteOf('ended'), boundary) : null };
  return { events: [...events, ...rest.items], next: rest.end && encodePosition(rest.end, noteOf('ended')) };
}

/** Cursor at the start of the ended events, which began before the boundary. */
const fromStart = (note: string, boundary: Date): string =>
  encodePosition({ values: [new Date(boundary.getTime() - 1)], id: toId('f'.repeat(24)) }, note);
