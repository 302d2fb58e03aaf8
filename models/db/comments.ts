import type { SharedComment } from '#models/contract/comments';
import { describeCollection, emptied } from './collections.js';
import { date, defineModel, type Id, maybeDate, maybeRef, needed, ref, version } from './model.js';
import { type PersonDoc, personImage, personName } from './users.js';

export interface CommentDoc {
  _id: Id;
  post: Id;
  author: Id;
  content: string;
  createdAt: Date;
  removedAt: Date | null;
  removedBy: Id | null;
  version: number;
}

export const Comments = defineModel<CommentDoc>(
  'comments',
  { post: ref, author: ref, content: needed, createdAt: date, removedAt: maybeDate, removedBy: maybeRef, version },
  [[{ post: 1, createdAt: 1, _id: 1 }], [{ author: 1, createdAt: -1 }]],
);

describeCollection(Comments, {
  description: "Texts of the person. Stay by 'Deleted user', or are emptied; the job removes them before.",
  exportFilter: (user) => ({ author: user }),
  erase: async ({ user, keepPosts }) => {
    if (!keepPosts) await Comments.updateMany({ author: user, removedAt: { $gt: new Date(0) } }, { $set: emptied });
  },
});

export const commentToWire = (comment: CommentDoc, author: PersonDoc | undefined): SharedComment => ({
  ID: String(comment._id),
  User: String(comment.author),
  User_Name: personName(author),
  User_Photo: personImage(author),
  Content: comment.content,
  CreatedAt: comment.createdAt.toISOString(),
  version: comment.version,
});
