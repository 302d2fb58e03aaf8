import type { Asker } from '#models/policies/index';
import { badCursor, timeOf } from './cursor.js';
import { completedAfterMs, type EventDoc, Events } from './events.js';
import { eventFacts } from './events.loaders.js';
import { spanOf } from './local-time.js';
import { type Id, toId } from './model.js';
import { loadSocieties } from './societies.js';
import { fold } from './text.js';
import { decodePlace, encodePlace, type Order, type Place, walk } from './walk.js';

export interface EventFilter {
  /** One society's, or all that the viewer may see. */
  society?: Id;
  q: string;
  category?: string | undefined;
  /** Only what is to come, or only what took place; what was called off is neither. */
  status?: 'upcoming' | 'completed' | undefined;
  when?: 'all' | 'today' | 'thisWeek' | 'thisMonth' | undefined;
  sort?: 'date' | 'dateDesc' | 'title' | undefined;
  zone: string;
}

export type Span = { $gte?: Date; $lt?: Date };

/** Ordered reads that give all that this viewer may see, and hardly more: the policy has the last word. */
export function readsFor(
  { viewer }: Asker,
  { society, category, sort, status }: Pick<EventFilter, 'society' | 'category' | 'sort' | 'status'>,
  startsAt: Span,
): Record<string, unknown>[] {
  const shared = {
    removedAt: null,
    ...(status ? { cancelledAt: null } : {}),
    // No index has the category in the order of titles: there it is picked out afterwards.
    ...(category && sort !== 'title' ? { category } : {}),
    ...(Object.keys(startsAt).length > 0 ? { startsAt } : {}),
  };
  if (society) return [{ society, ...shared }];
  const open = { open: true, ...shared };
  if (viewer?.role === 'admin') return [open, { open: false, ...shared }];
  const own = [...(viewer?.roles.keys() ?? [])].map(toId);
  return own.length > 0 ? [open, { society: { $in: own }, open: false, ...shared }] : [open];
}

/** What of a batch the viewer may see and asked for, by the text of the event and its society's name. */
export async function keepFor(asker: Asker, q: string, category: string | undefined, batch: EventDoc[]): Promise<EventDoc[]> {
  const societies = await loadSocieties(batch.map(({ society }) => society));
  return batch.filter((event) => {
    const society = societies.get(String(event.society));
    if (!society || (category && event.category !== category) || !asker.can('event.see', eventFacts(event, society))) return false;
    return [event.title, event.description, event.location, event.category, society.name].some((text) => fold(text).includes(q));
  });
}

interface Stretch {
  order: Order;
  span: Span;
}

async function readStretch(asker: Asker, filter: EventFilter, { order, span }: Stretch, from: Place | null, limit: number) {
  const q = fold(filter.q);
  const isPicked = q !== '' || (filter.category !== undefined && filter.sort === 'title');
  const keep = (batch: EventDoc[]) => keepFor(asker, q, filter.category, batch);
  return walk({ model: Events, reads: readsFor(asker, filter, span), order, from, limit, ...(isPicked ? { keep } : {}) });
}

/** The narrower of two spans. */
const both = (a: Span, b: Span): Span => {
  const from = [a.$gte, b.$gte].filter((time) => time !== undefined).sort((x, y) => y.getTime() - x.getTime())[0];
  const to = [a.$lt, b.$lt].filter((time) => time !== undefined).sort((x, y) => x.getTime() - y.getTime())[0];
  return { ...(from ? { $gte: from } : {}), ...(to ? { $lt: to } : {}) };
};

export const simpleOrders = {
  date: [['startsAt', 1, 'date']],
  dateDesc: [['startsAt', -1, 'date']],
  title: [['titleFolded', 1, 'string']],
} as const satisfies Record<string, Order>;

const boundaryAt = (now: Date): Date => new Date(now.getTime() - completedAfterMs);

const spanOfStatus = (status: EventFilter['status'], boundary: Date): Span =>
  status ? { [status === 'upcoming' ? '$gte' : '$lt']: boundary } : {};

/**
 * One page of events. Unless sorted otherwise: what is to come, earliest first, then what is over, latest first. Where the one
 * ends and the other begins stays for all pages what it was for the first: the cursor remembers it.
 */
export async function eventPage(asker: Asker, filter: EventFilter, cursor: string | undefined, limit: number) {
  const now = new Date();
  const { when } = filter;
  const span = when && when !== 'all' ? spanOf(when, now, filter.zone) : null;
  const asked: Span = span ? { $gte: span.from, $lt: span.to } : {};
  const start = decodePlace(cursor, simpleOrders[filter.sort ?? 'date']);
  if (filter.sort) {
    const wanted = { order: simpleOrders[filter.sort], span: both(asked, spanOfStatus(filter.status, boundaryAt(now))) };
    const { items, end } = await readStretch(asker, filter, wanted, start?.place ?? null, limit);
    return { events: items, next: end && encodePlace(end) };
  }
  return twoStretches(asker, filter, asked, start, limit);
}

async function twoStretches(asker: Asker, filter: EventFilter, asked: Span, start: ReturnType<typeof decodePlace>, limit: number) {
  const boundary = start ? (timeOf(start.note) ?? badCursor()) : boundaryAt(new Date());
  const note = String(boundary.getTime());
  const wasOver = start !== null && (start.place.values[0] as Date) < boundary;
  const events: EventDoc[] = [];
  if (!wasOver && filter.status !== 'completed') {
    const coming = await readStretch(
      asker,
      filter,
      { order: simpleOrders.date, span: both(asked, { $gte: boundary }) },
      start?.place ?? null,
      limit,
    );
    events.push(...coming.items);
    if (coming.end) return { events, next: encodePlace(coming.end, note) };
  }
  if (filter.status === 'upcoming') return { events, next: null };
  const over = { order: simpleOrders.dateDesc, span: both(asked, { $lt: boundary }) };
  const room = limit - events.length;
  const rest = await readStretch(asker, filter, over, wasOver ? (start?.place ?? null) : null, Math.max(room, 1));
  if (room === 0) return { events, next: rest.items.length > 0 || rest.end ? fromStart(note, boundary) : null };
  return { events: [...events, ...rest.items], next: rest.end && encodePlace(rest.end, note) };
}

/** The cursor before the first of what is over. */
const fromStart = (note: string, boundary: Date): string =>
  encodePlace({ values: [new Date(boundary.getTime() - 1)], id: toId('f'.repeat(24)) }, note);
