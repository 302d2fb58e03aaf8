import type { SortOrder } from './cursor.js';
import { type FollowDoc, Follows } from './follows.js';
import { Loader } from './loader.js';
import { type Id, toId } from './model.js';
import { paginate } from './paginate.js';

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

/** A viewer's follows of these people, also those taken back. */
const followsOf = (viewer: { id: string }, people: readonly Id[]) =>
  Follows.find({ from: toId(viewer.id), to: { $in: people } }, { to: 1, on: 1, version: 1 }).lean();

const tiesOf = (out: Awaited<ReturnType<typeof followsOf>>, followers: ReadonlySet<string>): Ties => ({
  followed: new Set(out.filter(({ on }) => on).map(({ to }) => String(to))),
  followers,
  versions: new Map(out.map(({ to, version }) => [String(to), version])),
});

/** Those of these people who follow the viewer. */
async function followersAmong(viewer: { id: string }, people: readonly Id[]): Promise<Set<string>> {
  const back = await Follows.find({ from: { $in: people }, to: toId(viewer.id), on: true }, { from: 1 }).lean();
  return new Set(back.map(({ from }) => String(from)));
}

/** Loads the current follows between a viewer and these people; none for a visitor. */
export async function loadTies(viewer: Person, people: readonly Id[]): Promise<Ties> {
  if (!viewer || people.length === 0) return noTies;
  const [out, followers] = await Promise.all([followsOf(viewer, people), followersAmong(viewer, people)]);
  return tiesOf(out, followers);
}

/** As `loadTies`, of people whom the viewer is known to follow, and without versions. */
export async function loadTiesOfFollowed(viewer: Person, people: readonly Id[]): Promise<Ties> {
  if (!viewer || people.length === 0) return noTies;
  return { ...noTies, followed: new Set(people.map(String)), followers: await followersAmong(viewer, people) };
}

/** As `loadTies`, without the follows of the viewer by these people. */
export async function loadFollowed(viewer: Person, people: readonly Id[]): Promise<Ties> {
  if (!viewer || people.length === 0) return noTies;
  return tiesOf(await followsOf(viewer, people), noTies.followers);
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
