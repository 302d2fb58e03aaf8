import { type Asker, askerFor } from '#models/policies/index';
import { hasScope } from '#models/policies/scopes';
import { compareBy } from './cursor.js';
import { comingAt, type EventWindow, endedAt, endsIn } from './event-window.js';
import { type EventDoc, Events } from './events.js';
import { type EventPageFilter, readsFor, simpleOrders } from './events.reads.js';
import { SharedLoader } from './loader.js';
import { type Id, toId } from './model.js';
import { readAfter } from './paginate.js';

/** Part of the collection: open events, one society's, or closed ones of some societies or of all. */
type Scope = 'open' | 'closed' | { society: string } | { closedOf: string[] };
/** Windows that move with the clock have a name, others are two instants in ms. */
type KeyWindow = 'coming' | 'ended' | 'all' | [after: number, before: number];

interface Key {
  scope: Scope;
  window: KeyWindow;
  sort: keyof typeof simpleOrders;
  status: EventPageFilter['status'] | null;
  category: string | null;
  size: number;
}

const keyWindowOf = ({ after, before, endedBy }: EventWindow): KeyWindow => {
  if (after && before) return [after.getTime(), before.getTime()];
  return after ? 'coming' : endedBy ? 'ended' : 'all';
};

function windowOf(window: KeyWindow): EventWindow {
  if (Array.isArray(window)) return { after: new Date(window[0]), before: new Date(window[1]) };
  return window === 'all' ? {} : window === 'coming' ? comingAt(new Date()) : endedAt(new Date());
}

function readsOf({ scope, window, sort, status, category }: Key): Record<string, unknown>[] {
  const society = typeof scope === 'object' && 'society' in scope ? { society: toId(scope.society) } : {};
  const filter = { sort, status: status ?? undefined, category: category ?? undefined, ...society };
  const reads = readsFor(askerFor(null), filter, windowOf(window));
  if (scope === 'closed') return reads.map((read) => ({ ...read, open: false }));
  if (typeof scope === 'string' || 'society' in scope) return reads;
  return reads.map((read) => ({ ...read, open: false, society: { $in: scope.closedOf.map(toId) } }));
}

/** First events of a list, shared by all who see it. */
const firstOf = new SharedLoader<EventDoc[]>((json) => {
  const key = JSON.parse(json) as Key;
  return readAfter({ model: Events, reads: readsOf(key), order: simpleOrders[key.sort] }, null, key.size);
}, 'events');

/** Societies that have closed events. A society that was just opened has some until the worker has opened each. */
const closedSocieties = new SharedLoader<ReadonlySet<string>>(async () => {
  const societies = (await Events.distinct('society', { open: false, removedAt: null })) as Id[];
  return new Set(societies.map(String));
}, 'events');

async function scopesFor({ viewer }: Asker, society: Id | undefined): Promise<Scope[]> {
  if (society) return [{ society: String(society) }];
  if (!viewer) return ['open'];
  if (hasScope(viewer, 'moderate')) return ['open', 'closed'];
  const closed = viewer.roles.size > 0 ? await closedSocieties.cached() : null;
  // Sorted, so that members of the same societies share a read.
  const closedOf = [...viewer.roles.keys()].filter((id) => closed?.has(id)).sort();
  return closedOf.length > 0 ? ['open', { closedOf }] : ['open'];
}

/** Events beyond those of a page, since some of them end before the next load. */
const spare = 10;

interface FirstOptions {
  window: EventWindow;
  sort: keyof typeof simpleOrders;
  /** Most events of the answer. */
  size: number;
}

type FirstFilter = Pick<EventPageFilter, 'society' | 'status' | 'category'>;

/**
 * Shared lists that together cover what this viewer sees of a list, each with some events more than `size`; at most `cacheTtlMs` old.
 * Some of their events may have left the window since, and an event that was just opened may be on two of them.
 */
export async function sharedEvents(
  asker: Asker,
  { society, status, category }: FirstFilter,
  { window, sort, size }: FirstOptions,
): Promise<EventDoc[][]> {
  const shared = { window: keyWindowOf(window), sort, status: status ?? null, category: category ?? null, size: size + spare };
  const scopes = await scopesFor(asker, society);
  return Promise.all(scopes.map((scope) => firstOf.cached(JSON.stringify({ scope, ...shared } satisfies Key))));
}

/** First events of a list as this viewer may see it, from shared lists; the policy decides finally. */
export async function firstEvents(asker: Asker, filter: FirstFilter, options: FirstOptions): Promise<EventDoc[]> {
  const { window, sort, size } = options;
  const parts = await sharedEvents(asker, filter, options);
  const found = parts.flatMap((part) => part.filter(endsIn(window)));
  if (parts.length === 1) return found.slice(0, size);
  found.sort(compareBy(simpleOrders[sort]));
  return found.filter(({ _id }, i) => !found[i - 1]?._id.equals(_id)).slice(0, size);
}
