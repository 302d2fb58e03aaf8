import type { PlannedPost } from '#models/contract/planned-posts';
import type { Asker } from '#models/policies/index';
import type { SortOrder } from './cursor.js';
import type { Id } from './model.js';
import { paginate } from './paginate.js';
import { type PlannedPostDoc, PlannedPosts, plannedPostToWire } from './planned-posts.js';
import { societyFacts, societyLoader } from './societies.js';

const order: SortOrder = [['createdAt', -1, 'date']];

/** A planned post, if it is the asker's own; else null. */
export async function findOwnPlannedPost(asker: Asker, id: Id): Promise<PlannedPostDoc | null> {
  const found = await PlannedPosts.findById(id).lean();
  return found && asker.can('plannedPost.edit', { author: String(found.author) }) ? found : null;
}

/** Own planned posts as their author gets them, with the names of the societies that are open to the author now. */
export async function plannedPostsToWire(asker: Asker, planned: readonly PlannedPostDoc[]): Promise<PlannedPost[]> {
  const societies = await societyLoader.cachedMany(planned.map(({ society }) => String(society)));
  const nameOf = (id: Id): string => {
    const society = societies.get(String(id));
    return society && asker.can('society.see', societyFacts(society)) ? society.name : '';
  };
  return planned.map((each) => plannedPostToWire(each, nameOf(each.society)));
}

/** One page of a person's own planned posts, newest first. */
export const ownPlannedPostPage = (author: Id, cursor: string | undefined, limit: number) =>
  paginate({ model: PlannedPosts, reads: [{ author }], order, cursor, limit });

/** Ids of scheduled posts whose time came before `before`, oldest first. */
export async function duePlannedPosts(before: Date, limit: number): Promise<Id[]> {
  const due = await PlannedPosts.find({ publishAt: { $lte: before } }, { _id: 1 })
    .sort({ publishAt: 1 })
    .limit(limit)
    .lean();
  return due.map(({ _id }) => _id);
}
