import type { CardItem } from '#models/db/cards';
import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { withOpenProfile } from '#models/db/people.loaders';
import { loadSocieties, revealsMembers, Societies, type SocietyDoc } from '#models/db/societies';
import type { LoadedViewer } from '#models/db/viewer';
import { type Hints, Ranking, tally } from './ranking.js';

/** Query limits: a sample of hints suffices for a recommendation. */
const maxCompanions = 500;
const maxLinks = 5000;
const maxListed = 20;

const weights = { follows: 3, shared: 1, category: 1.5, popular: 0.5 };

const isListed = ({ privacy, removedAt }: SocietyDoc): boolean => removedAt === null && privacy.visibility !== 'invite-only';

const memberships = async (filter: object, limit: number): Promise<Id[]> =>
  (await Memberships.find(filter, { society: 1 }).limit(limit).lean()).map(({ society }) => society);

/** Members of the viewer's societies who show the viewer their other societies. */
async function companionsOf(viewer: LoadedViewer, own: readonly Id[]): Promise<Id[]> {
  const found = await Memberships.find({ society: { $in: own }, user: { $ne: viewer._id } }, { user: 1 })
    .limit(maxCompanions)
    .lean();
  const people = [...new Map(found.map(({ user }) => [String(user), user])).values()];
  return withOpenProfile(viewer, people);
}

/** Recommends societies: of followed people, of fellow members, of familiar categories, and the largest. */
export async function recommendSocieties(viewer: LoadedViewer, { followed, refused }: Hints, limit: number, at: Date): Promise<CardItem[]> {
  const own = await memberships({ user: viewer._id }, maxLinks);
  const near = own.length > 0 ? await companionsOf(viewer, own) : [];
  const [byFollowed, byNear, ownSocieties, popular] = await Promise.all([
    followed.length > 0 ? memberships({ user: { $in: followed } }, maxLinks) : [],
    near.length > 0 ? memberships({ user: { $in: near } }, maxLinks) : [],
    loadSocieties(own),
    Societies.find({ 'privacy.visibility': { $in: ['public', 'private'] }, removedAt: null })
      .sort({ members: -1, _id: -1 })
      .limit(maxListed)
      .lean(),
  ]);
  const categories = [...new Set([...ownSocieties.values()].map(({ category }) => category))];
  const sameCategory = await Societies.find({
    'privacy.visibility': { $in: ['public', 'private'] },
    category: { $in: categories },
    removedAt: null,
  })
    .sort({ members: -1, _id: -1 })
    .limit(maxListed)
    .lean();
  const linked = await loadSocieties([...byFollowed, ...byNear]);
  const ranking = new Ranking('society');
  const add = (ids: Id[], code: 'follows_members' | 'shared_members', weight: number): void => {
    for (const { id, count } of tally(ids).values()) {
      const society = linked.get(String(id));
      if (society && revealsMembers(society)) ranking.add(id, code, weight * Math.log2(1 + count), { count: String(count) });
    }
  };
  add(byFollowed, 'follows_members', weights.follows);
  add(byNear, 'shared_members', weights.shared);
  for (const { _id, category } of sameCategory) ranking.add(_id, 'same_category', weights.category, { category });
  for (const { _id, members } of popular) ranking.add(_id, 'popular', weights.popular * (1 + Math.log10(1 + members)));
  const candidates = [...linked.values(), ...sameCategory, ...popular].filter(
    (society) => isListed(society) && isNew(viewer, society) && !refused.has(String(society._id)),
  );
  return ranking.best(new Set(candidates.map(({ _id }) => String(_id))), limit, at);
}

const isNew = ({ roles, banned }: LoadedViewer, { _id }: SocietyDoc): boolean => !roles.has(String(_id)) && !banned.has(String(_id));
