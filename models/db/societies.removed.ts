import { restorableDays } from '#models/contract/society-removal';
import type { Asker } from '#models/policies/index';
import type { SortOrder } from './cursor.js';
import type { Id } from './model.js';
import { paginate } from './paginate.js';
import { Societies, type SocietyDoc, societyFacts } from './societies.js';
import type { FoundSociety } from './societies.loaders.js';

const dayMs = 86_400_000;
/** Start of the restore period: societies removed earlier are about to be deleted. */
export const restorableSince = (): Date => new Date(Date.now() - restorableDays * dayMs);

/** True for a society that exists or can be restored. */
export const isRestorable = ({ removedAt }: Pick<SocietyDoc, 'removedAt'>): boolean => removedAt === null || removedAt >= restorableSince();

/** A society that the viewer may see, or has removed themselves; else null. */
export async function findRemovable(asker: Asker, id: Id): Promise<FoundSociety | null> {
  const society = await Societies.findById(id).lean();
  if (!society || !isRestorable(society)) return null;
  const facts = societyFacts(society);
  return asker.can('society.see', facts) || asker.can('society.delete', facts) ? { society, facts } : null;
}

const lastRemovedFirst: SortOrder = [['removedAt', -1, 'date']];

/** One page of restorable societies, last removed first: for platform admins. */
export async function removedPage(cursor: string | undefined, limit: number) {
  const reads = [{ removedAt: { $gte: restorableSince() } }];
  const { items: societies, next } = await paginate({ model: Societies, reads, order: lastRemovedFirst, cursor, limit });
  return { societies, next };
}
