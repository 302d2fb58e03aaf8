import type { SortOrder } from './cursor.js';
import { type FollowDoc, Follows } from './follows.js';
import { Loader } from './loader.js';
import { type Id, toId } from './model.js';
import { paginate } from './paginate.js';
import { pairLoader } from './pair-loader.js';

const newestFirst: SortOrder = [['at', -1, 'date']];

/** Follows between a viewer and some people, in both directions. */
export interface Ties {
  followed: ReadonlySet<string>;
  followers: ReadonlySet<string>;
  /** Versions of the viewer's follows by person, also of those taken back. */
  versions: ReadonlyMap<string, number>;
}
export const noTies: Ties = { followed: new Set(), followers: new Set(), versions: new Map() };

type Person = { id: string } | null;

type OwnFollow = Pick<FollowDoc, 'on' | 'version'>;
type FoundFollow = Pick<FollowDoc, 'from' | 'to'> & OwnFollow;

const readFollows = async (filter: object): Promise<FoundFollow[]> =>
  Follows.find(filter, { _id: 0, from: 1, to: 1, on: 1, version: 1 }).lean<FoundFollow[]>();

/** Follows of people by a person, also those taken back. */
const loadFollows = pairLoader<FoundFollow & { user: Id }, OwnFollow>(
  async ({ users, things }) =>
    (await readFollows({ from: { $in: users }, to: { $in: things } })).map((follow) => ({ ...follow, user: follow.from })),
  ({ to, on, version }) => ({ thing: to, value: { on, version } }),
);

/** Follows of a person by people. */
const loadFollowers = pairLoader<FoundFollow & { user: Id }, OwnFollow>(
  async ({ users, things }) =>
    (await readFollows({ from: { $in: things }, to: { $in: users }, on: true })).map((follow) => ({ ...follow, user: follow.to })),
  ({ from, on, version }) => ({ thing: from, value: { on, version } }),
);

async function followsOf(viewer: { id: string }, people: readonly Id[]): Promise<Omit<Ties, 'followers'>> {
  const ids = people.map(String);
  const own = (await loadFollows([viewer.id], ids))(viewer.id);
  const found = ids.flatMap((id): [string, OwnFollow][] => {
    const follow = own?.get(id);
    return follow ? [[id, follow]] : [];
  });
  return {
    followed: new Set(found.filter(([, { on }]) => on).map(([id]) => id)),
    versions: new Map(found.map(([id, { version }]) => [id, version])),
  };
}

/** Those of these people who follow the viewer. */
async function followersAmong(viewer: { id: string }, people: readonly Id[]): Promise<Set<string>> {
  const ids = people.map(String);
  const back = (await loadFollowers([viewer.id], ids))(viewer.id);
  return new Set(ids.filter((id) => back?.has(id)));
}

/** Loads the current follows between a viewer and these people; none for a visitor. */
export async function loadTies(viewer: Person, people: readonly Id[]): Promise<Ties> {
  if (!viewer || people.length === 0) return noTies;
  const [out, followers] = await Promise.all([followsOf(viewer, people), followersAmong(viewer, people)]);
  return { ...out, followers };
}

/** As `loadTies`, of people whom the viewer is known to follow, and without versions. */
export async function loadTiesOfFollowed(viewer: Person, people: readonly Id[]): Promise<Ties> {
  if (!viewer || people.length === 0) return noTies;
  return { ...noTies, followed: new Set(people.map(String)), followers: await followersAmong(viewer, people) };
}

/** As `loadTies`, without the follows of the viewer by these people. */
export async function loadFollowed(viewer: Person, people: readonly Id[]): Promise<Ties> {
  if (!viewer || people.length === 0) return noTies;
  return { ...noTies, ...(await followsOf(viewer, people)) };
}

const mostFollowed = 500;

/** People whom a person follows, at most `mostFollowed`, the latest followed first. */
export const followedBy = async (user: Id): Promise<Id[]> =>
  (await Follows.find({ from: user, on: true }, { to: 1 }).sort({ at: -1, _id: -1 }).limit(mostFollowed).lean()).map(({ to }) => to);

/** As `followedBy`, by the ids of the people who follow. */
export const followedLoader = new Loader<Id[]>(
  async (users) => new Map(await Promise.all(users.map(async (user): Promise<[string, Id[]]> => [user, await followedBy(toId(user))]))),
);

/** One page of a person's followers (`to`) or of the people they follow (`from`), newest first. */
export async function followPage(
  filter: { from: Id } | { to: Id },
  cursor: string | undefined,
  limit: number,
): Promise<{ follows: FollowDoc[]; next: string | null }> {
  const reads = [{ ...filter, on: true }];
  const { items: follows, next } = await paginate({ model: Follows, reads, order: newestFirst, cursor, limit });
  return { follows, next };
}
