import type { Demotion } from '#models/contract/demotions';
import type { Asker } from '#models/policies/index';
import { ableAdminsIn } from './able-admins.js';
import type { SortOrder } from './cursor.js';
import { type DemotionDoc, Demotions, demotionToWire } from './demotions.js';
import type { Id } from './model.js';
import { paginate } from './paginate.js';
import { Societies, type SocietyDoc, societyFacts } from './societies.js';
import { loadPeople } from './users.js';

/** Requests of one society as its admins see them. */
export async function demotionsToWire(society: Id, docs: readonly DemotionDoc[]): Promise<Demotion[]> {
  if (docs.length === 0) return [];
  const [admins, people] = await Promise.all([ableAdminsIn(null, society), loadPeople(docs.flatMap(({ user, by }) => [user, by]))]);
  return docs.map((doc) => demotionToWire(doc, admins, people));
}

/** A request that the viewer may see; else null. */
export async function findDemotion(asker: Asker, id: Id): Promise<{ demotion: DemotionDoc; society: SocietyDoc } | null> {
  const demotion = await Demotions.findById(id).lean();
  const society = demotion && (await Societies.findById(demotion.society).lean());
  if (!demotion || !society) return null;
  const facts = { society: societyFacts(society), user: String(demotion.user) };
  return asker.can('demotion.see', facts) ? { demotion, society } : null;
}

const oldestFirst: SortOrder = [['createdAt', 1, 'date']];

/** One page of a society's open requests that the viewer may see, the oldest first. */
export async function demotionPage(asker: Asker, society: SocietyDoc, cursor: string | undefined, limit: number) {
  const reads = [{ society: society._id, open: true }];
  const { items, next } = await paginate<DemotionDoc>({ model: Demotions, reads, order: oldestFirst, cursor, limit });
  const facts = societyFacts(society);
  const visible = items.filter(
    ({ user, expiresAt }) => expiresAt.getTime() > Date.now() && asker.can('demotion.see', { society: facts, user: String(user) }),
  );
  return { data: await demotionsToWire(society._id, visible), next };
}
