import type { RolePeriod } from '#models/contract/role-terms';
import type { SortOrder } from './cursor.js';
import type { Id } from './model.js';
import { paginate } from './paginate.js';
import { peopleOfPeriods, RolePeriods, rolePeriodToWire } from './role-periods.js';
import { loadPeople } from './users.js';

const order: SortOrder = [['from', -1, 'date']];

/** One page of a society's history of roles, the newest first. The caller authorizes. */
export async function roleHistoryPage(
  society: Id,
  cursor: string | undefined,
  limit: number,
): Promise<{ periods: RolePeriod[]; next: string | null }> {
  const { items, next } = await paginate({ model: RolePeriods, reads: [{ society }], order, cursor, limit });
  const people = await loadPeople(peopleOfPeriods(items));
  return { periods: items.map((period) => rolePeriodToWire(period, people)), next };
}
