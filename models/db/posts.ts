import type { SpecialKind } from '#models/contract/post-kinds';
import type { SharedPost } from '#models/contract/posts';
import type { SocietyRole } from '#models/contract/societies';
import { describeCollection, emptied } from './collections.js';
import {
  date,
  defineModel,
  flag,
  type Id,
  imageIndex,
  mark,
  maybeDate,
  maybeRef,
  mixed,
  needed,
  number,
  optionalString,
  recountIndex,
  ref,
  string,
  version,
} from './model.js';
import { type PollDoc, pollToWire } from './polls.js';
import type { SocietyDoc } from './societies.js';
import { type PersonDoc, personImage, personName } from './users.js';

export interface PostDoc {
  _id: Id;
  society: Id;
  author: Id;
  content: string;
  image: string;
  createdAt: Date;
  editedAt: Date | null;
  removedAt: Date | null;
  removedBy: Id | null;
  /** Its society is public. A job updates it after a change of visibility, so the policy still authorizes every read. */
  open: boolean;
  /** Time of the last like or comment: trending reads only active posts. */
  activeAt: Date;
  /** Absent for a plain post. */
  kind?: SpecialKind;
  /** End of the time for which it is pinned, past if it was unpinned; absent if it was never pinned. */
  pinnedUntil?: Date;
  /** Absent for a post without one. */
  poll?: PollDoc;
  words: string[];
  likes: number;
  comments: number;
  version: number;
  rev: number;
  recount?: true;
}

/** A post in lists, without its search words. */
export type ListedPost = Omit<PostDoc, 'words'>;

export const Posts = defineModel<PostDoc>(
  'posts',
  {
    society: ref,
    author: ref,
    content: needed,
    image: string,
    createdAt: date,
    editedAt: maybeDate,
    removedAt: maybeDate,
    removedBy: maybeRef,
    open: flag,
    activeAt: date,
    kind: optionalString,
    poll: mixed,
    pinnedUntil: { type: Date, default: undefined },
    words: [String],
    likes: number,
    comments: number,
    version,
    rev: number,
    recount: mark,
  },
  [
    [{ open: 1, createdAt: -1, _id: -1 }],
    [{ society: 1, createdAt: -1, _id: -1 }],
    [{ author: 1, createdAt: -1, _id: -1 }],
    [{ author: 1, open: 1, createdAt: -1, _id: -1 }],
    [{ activeAt: -1 }],
    [{ words: 1 }],
    [{ society: 1, pinnedUntil: 1 }, { partialFilterExpression: { pinnedUntil: { $type: 'date' } } }],
    recountIndex,
    imageIndex,
  ],
);

describeCollection(Posts, {
  description: "Texts of the person. Stay by 'Deleted user', or are emptied; the job removes them before.",
  exportFilter: (user) => ({ author: user }),
  omitted: ['words'],
  erase: async ({ user, keepPosts }) => {
    if (!keepPosts)
      await Posts.updateMany({ author: user, removedAt: { $gt: new Date(0) } }, { $set: { ...emptied, image: '', words: [] } });
  },
});

/** The part of a post that is the same for every viewer. */
export const postToWire = (
  post: ListedPost,
  author: PersonDoc | undefined,
  role: SocietyRole | null,
  society: Pick<SocietyDoc, 'name' | 'category'>,
): SharedPost => ({
  ID: String(post._id),
  Content: post.content,
  Image: post.image,
  User: String(post.author),
  User_Name: personName(author),
  User_Image: personImage(author),
  User_Role: role,
  Society_ID: String(post.society),
  Society_Name: society.name,
  Society_Category: society.category,
  Likes: post.likes,
  Comments: post.comments,
  CommentsCount: post.comments,
  CreatedAt: post.createdAt.toISOString(),
  Edited_At: post.editedAt?.toISOString() ?? null,
  ...(post.poll && pollToWire(post.poll)),
  ...(post.kind && { Kind: post.kind }),
  ...(post.pinnedUntil && { Pinned_Until: post.pinnedUntil.toISOString() }),
  rev: post.rev,
  version: post.version,
});
