import { restorableDays } from '#models/contract/society-removal';
import type { Asker } from '#models/policies/index';
import { afterCursor, type Cursor, cutPage } from './cursor.js';
import type { Id } from './model.js';
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

/** One page of restorable societies, last removed first: for platform admins. */
export async function removedPage(cursor: Cursor | null, limit: number) {
  const { removedAt, ...rest } = afterCursor('removedAt', cursor, -1) as { removedAt?: object };
  const found = await Societies.find({ removedAt: { $gte: restorableSince(), ...removedAt }, ...rest })
    .sort({ removedAt: -1, _id: -1 })
    .limit(limit + 1)
    .lean();
  const { items: societies, next } = cutPage(found, limit, (society) => society.removedAt);
  return { societies, next };
}
