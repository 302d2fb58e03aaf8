import type { SortOrder } from './cursor.js';
import { type FollowDoc, Follows } from './follows.js';
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

/** Loads the current follows between a viewer and these people; none for a visitor. */
export async function loadTies(viewer: { id: string } | null, people: readonly Id[]): Promise<Ties> {
  if (!viewer || people.length === 0) return noTies;
  const me = toId(viewer.id);
  const [out, back] = await Promise.all([
    Follows.find({ from: me, to: { $in: people } }, { to: 1, on: 1, version: 1 }).lean(),
    Follows.find({ from: { $in: people }, to: me, on: true }, { from: 1 }).lean(),
  ]);
  return {
    followed: new Set(out.filter(({ on }) => on).map(({ to }) => String(to))),
    followers: new Set(back.map(({ from }) => String(from))),
    versions: new Map(out.map(({ to, version }) => [String(to), version])),
  };
}

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
