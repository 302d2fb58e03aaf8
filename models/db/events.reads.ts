import type { Asker } from '#models/policies/index';
import { hasScope } from '#models/policies/scopes';
import type { SortOrder } from './cursor.js';
import { type EventWindow, filterOfWindow, readsOfWindow } from './event-window.js';
import { type Id, toId } from './model.js';

export const simpleOrders = {
  date: [['startsAt', 1, 'date']],
  dateDesc: [['startsAt', -1, 'date']],
  title: [['titleFolded', 1, 'string']],
} as const satisfies Record<string, SortOrder>;

export interface EventPageFilter {
  /** One society's events; all visible ones without it. */
  society?: Id;
  q: string;
  category?: string | undefined;
  /** Only events that have not ended, or only ended ones; cancelled events match neither. */
  status?: 'upcoming' | 'completed' | undefined;
  when?: 'all' | 'today' | 'thisWeek' | 'thisMonth' | undefined;
  sort?: 'date' | 'dateDesc' | 'title' | undefined;
  zone: string;
}

/** Index-ordered filters that cover everything visible to the viewer and little more; the policy decides finally. */
export function readsFor(
  { viewer }: Asker,
  { society, category, sort, status }: Pick<EventPageFilter, 'society' | 'category' | 'sort' | 'status'>,
  window: EventWindow,
): Record<string, unknown>[] {
  const shared = {
    removedAt: null,
    ...(status ? { cancelledAt: null } : {}),
    // Titles have no index with the category: filter those after the read.
    ...(category && sort !== 'title' ? { category } : {}),
  };
  const windows = sort === 'title' ? [filterOfWindow(window)] : readsOfWindow(window);
  return scopeFilters(viewer, society).flatMap((scope) => windows.map((bounds) => ({ ...bounds, ...shared, ...scope })));
}

/** Filters for the parts of the collection that the viewer can see. */
function scopeFilters(viewer: Asker['viewer'], society: Id | undefined): Record<string, unknown>[] {
  if (society) return [{ society }];
  const open = { open: true };
  if (hasScope(viewer, 'moderate')) return [open, { open: false }];
  const own = [...(viewer?.roles.keys() ?? [])].map(toId);
  return own.length > 0 ? [open, { society: { $in: own }, open: false }] : [open];
}
