import type { PlannedPost } from '#models/contract/planned-posts';
import type { SpecialKind } from '#models/contract/post-kinds';
import { deleteAll, describeCollection } from './collections.js';
import { date, defineModel, type Id, imageIndex, maybeDate, mixed, needed, optionalString, ref, string, version } from './model.js';
import { type PollDoc, pollToWire } from './polls.js';

/**
 * A draft or a scheduled post. It is no post before it is published: a collection of its own, so that no list, count, search or
 * room can have it. The post that it becomes gets its id.
 */
export interface PlannedPostDoc {
  _id: Id;
  society: Id;
  author: Id;
  content: string;
  image: string;
  kind?: SpecialKind;
  poll?: PollDoc;
  /** Absent for a draft. */
  publishAt?: Date;
  refusedAt: Date | null;
  createdAt: Date;
  version: number;
}

export const PlannedPosts = defineModel<PlannedPostDoc>(
  'plannedPosts',
  {
    society: ref,
    author: ref,
    content: needed,
    image: string,
    kind: optionalString,
    poll: mixed,
    publishAt: { type: Date, default: undefined },
    refusedAt: maybeDate,
    createdAt: date,
    version,
  },
  [
    [{ author: 1, createdAt: -1, _id: -1 }],
    [{ publishAt: 1 }, { partialFilterExpression: { publishAt: { $exists: true } } }],
    [{ society: 1 }],
    imageIndex,
  ],
);

describeCollection(PlannedPosts, {
  description: 'Drafts and scheduled posts, which only their author sees. Deleted.',
  exportFilter: (author) => ({ author }),
  erase: deleteAll(PlannedPosts, ({ user }) => ({ author: user })),
});

export const plannedPostToWire = (planned: PlannedPostDoc, societyName: string): PlannedPost => ({
  ID: String(planned._id),
  Society_ID: String(planned.society),
  Society_Name: societyName,
  Content: planned.content,
  Image: planned.image,
  Kind: planned.kind ?? null,
  Poll: planned.poll ? pollToWire(planned.poll).Poll : null,
  Publish_At: planned.publishAt?.toISOString() ?? null,
  Refused_At: planned.refusedAt?.toISOString() ?? null,
  CreatedAt: planned.createdAt.toISOString(),
  version: planned.version,
});
