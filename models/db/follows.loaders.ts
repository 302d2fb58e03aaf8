import { afterCursor, type Cursor, cutPage } from './cursor.js';
import { type FollowDoc, Follows } from './follows.js';
import { type Id, toId } from './model.js';

/** Follows between a viewer and some people, in both directions. */
export interface Ties {
  followed: ReadonlySet<string>;
  followers: ReadonlySet<string>;
}
export const noTies: Ties = { followed: new Set(), followers: new Set() };

/** Loads the current follows between a viewer and these people; none for a visitor. */
export async function loadTies(viewer: { id: string } | null, people: readonly Id[]): Promise<Ties> {
  if (!viewer || people.length === 0) return noTies;
  const me = toId(viewer.id);
  const [out, back] = await Promise.all([
    Follows.find({ from: me, to: { $in: people }, on: true }, { to: 1 }).lean(),
    Follows.find({ from: { $in: people }, to: me, on: true }, { from: 1 }).lean(),
  ]);
  return { followed: new Set(out.map(({ to }) => String(to))), followers: new Set(back.map(({ from }) => String(from))) };
}

/** One page of a person's followers (`to`) or of the people they follow (`from`), newest first. */
export async function followPage(
  filter: { from: Id } | { to: Id },
  cursor: Cursor | null,
  limit: number,
): Promise<{ follows: FollowDoc[]; next: string | null }> {
  const found = await Follows.find({ ...filter, on: true, ...afterCursor('at', cursor, -1) })
    .sort({ at: -1, _id: -1 })
    .limit(limit + 1)
    .lean();
  const { items: follows, next } = cutPage(found, limit, ({ at }) => at);
  return { follows, next };
}
