import { isYoung, smallBelow, youngDays } from '#models/contract/recommendation-order';
import { Likes } from '#models/db/likes';
import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { withOpenProfile } from '#models/db/people.loaders';
import { Posts } from '#models/db/posts';
import { isSensitive, loadSocieties, revealsMembers, Societies, type SocietyDoc } from '#models/db/societies';
import type { LoadedViewer } from '#models/db/viewer';
import { type Candidate, type Hints, Ranking, tally } from './ranking.js';

/** Query limits: a sample of hints suffices for a recommendation. */
const maxCompanions = 500;
const maxLinks = 5000;
const maxLikes = 500;
const maxListed = 20;
/** More of the small ones: each of them has few other ways onto a card. */
const maxSmall = 100;

const isListed = ({ privacy, removedAt }: SocietyDoc): boolean => removedAt === null && privacy.visibility !== 'invite-only';
const listed = { 'privacy.visibility': { $in: ['public', 'private'] as SocietyDoc['privacy']['visibility'][] }, removedAt: null };

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

/** Societies whose posts the viewer likes. */
async function likedSocieties(viewer: LoadedViewer): Promise<Id[]> {
  const likes = await Likes.find({ user: viewer._id, on: true }, { post: 1 }).limit(maxLikes).lean();
  if (likes.length === 0) return [];
  return (await Posts.find({ _id: { $in: likes.map(({ post }) => post) } }, { society: 1 }).lean()).map(({ society }) => society);
}

/** Categories of the viewer's own societies, and of those whose posts they like; never one that reveals religion, politics or health. */
async function interests(viewer: LoadedViewer, own: readonly Id[]): Promise<string[]> {
  const familiar = await loadSocieties([...own, ...(await likedSocieties(viewer))]);
  return [...new Set([...familiar.values()].filter((society) => !isSensitive(society)).map(({ category }) => category))];
}

const largest = (filter: { category?: string; members?: { $lt: number } }, limit: number): Promise<SocietyDoc[]> =>
  Societies.find({ ...listed, ...filter })
    .sort({ members: -1, _id: -1 })
    .limit(limit)
    .lean();

/** The largest societies, the youngest, and the largest and the small ones of these categories. */
async function candidates(categories: readonly string[], at: Date): Promise<SocietyDoc[]> {
  const since = new Date(at.getTime() - youngDays * 86_400_000);
  const found = await Promise.all([
    largest({}, maxListed),
    Societies.find({ ...listed, createdAt: { $gt: since } })
      .sort({ createdAt: -1, _id: -1 })
      .limit(maxListed)
      .lean(),
    ...categories.flatMap((category) => [largest({ category }, maxListed), largest({ category, members: { $lt: smallBelow } }, maxSmall)]),
  ]);
  return found.flat();
}

/** Recommends societies: of followed people, of fellow members, of familiar categories, the largest and the youngest. */
export async function recommendSocieties(viewer: LoadedViewer, { followed, refused }: Hints, at: Date): Promise<Candidate[]> {
  const own = await memberships({ user: viewer._id }, maxLinks);
  const near = own.length > 0 ? await companionsOf(viewer, own) : [];
  const [byFollowed, byNear, categories] = await Promise.all([
    followed.length > 0 ? memberships({ user: { $in: followed } }, maxLinks) : [],
    near.length > 0 ? memberships({ user: { $in: near } }, maxLinks) : [],
    interests(viewer, own),
  ]);
  const linked = await loadSocieties([...byFollowed, ...byNear]);
  const found = new Map([...linked.values(), ...(await candidates(categories, at))].map((society) => [String(society._id), society]));
  const ranking = new Ranking('society');
  const add = (ids: Id[], code: 'follows_members' | 'shared_members'): void => {
    for (const { id, count } of tally(ids).values()) {
      const society = linked.get(String(id));
      if (society && revealsMembers(society)) ranking.add(id, code, count, { count: String(count) });
    }
  };
  add(byFollowed, 'follows_members');
  add(byNear, 'shared_members');
  for (const society of found.values()) {
    const { _id, category, members } = society;
    if (categories.includes(category)) ranking.add(_id, 'same_category', 1, { category });
    if (isYoung(society, at.getTime())) ranking.add(_id, 'new', 1);
    ranking.add(_id, 'popular', members);
  }
  const allowed = [...found.values()].filter((society) => isListed(society) && isNew(viewer, society) && !refused.has(String(society._id)));
  return ranking.candidates(new Map(allowed.map((society) => [String(society._id), society])), at);
}

const isNew = ({ roles, banned }: LoadedViewer, { _id }: SocietyDoc): boolean => !roles.has(String(_id)) && !banned.has(String(_id));
