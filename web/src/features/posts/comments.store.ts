import { create } from 'zustand';
import { type Comment, commentCreated, commentRemoved, getComments, type SharedComment } from '#models/contract/comments';
import { typing } from '#models/contract/posts';
import { onUserChange } from '@/lib/user-change';
import { mayConcern } from '@/sync/access';
import { on, registerEffects } from '@/sync/effects';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';
import { personRef } from '@/sync/people';
import { mayModerate, me } from '@/sync/viewer';
import { applyCounts, posts } from './posts.store';
import { addTypist, removeTypist } from './typing.store';

/** Comments cannot be edited. `pending` until the server has it: `waiting` in the offline queue, or `sending`. */
export type ShownComment = Comment & { Post_ID: string; pending?: 'sending' | 'waiting' };
export const comments = createEntities<ShownComment>({
  name: 'comments',
  refs: [personRef('User', { Name: 'User_Name', Image: 'User_Photo' })],
});

/**
 * Comments of posts, oldest first. Live ones are inserted only when the last page is loaded: before that they come with their
 * page, so that the list has no hole.
 */
export const commentList = defineList({
  key: ['comments'],
  call: getComments,
  input: ({ post_id }: { post_id: string }) => ({ post_id, limit: 20 }),
  entities: comments,
  toEntities: (data, { post_id }) => data.map((comment) => ({ ...comment, Post_ID: post_id })),
  order: (a, b) => a.CreatedAt.localeCompare(b.CreatedAt) || a.ID.localeCompare(b.ID),
  matches: ({ Post_ID }, { post_id }) => Post_ID === post_id,
  access: (society, { post_id }) => mayConcern(posts.get(post_id)?.Society_ID, society),
});

const none: readonly string[] = [];
/** Ids of comments written here, by post: always shown, however many come before them. */
const useOwnIds = create<{ byPost: Readonly<Record<string, readonly string[]>> }>(() => ({ byPost: {} }));
onUserChange(() => useOwnIds.setState({ byPost: {} }));

const updateOwnIds = (postId: string, next: (ids: readonly string[]) => readonly string[]): void =>
  useOwnIds.setState(({ byPost }) => ({ byPost: { ...byPost, [postId]: next(byPost[postId] ?? none) } }));

/** Comments written here, also those that the server does not have yet. */
export const useOwnComments = (postId: string): readonly ShownComment[] =>
  comments.useList(useOwnIds(({ byPost }) => byPost[postId] ?? none));

/** Shows the viewer's comment before the server has it. */
export function addOwnComment(comment: ShownComment): void {
  comments.merge([comment]);
  updateOwnIds(comment.Post_ID, (ids) => [...ids, comment.ID]);
}

/** Replaces the comment with the temporary id by the stored one; without one, removes it. Idempotent. */
export function replaceOwnComment(postId: string, temporaryId: string, id?: string): void {
  updateOwnIds(postId, (ids) => ids.flatMap((each) => (each === temporaryId ? (id ?? []) : each)));
  comments.drop(temporaryId);
}

/** Inserts a broadcast comment; a new one gets the viewer's rights, which a broadcast cannot contain. */
function mergeBroadcast(postId: string, comment: SharedComment): void {
  const own = comment.User === me();
  const mayDelete = own || mayModerate(posts.get(postId)?.Society_ID ?? '');
  const Can = { delete: mayDelete, report: me() !== undefined && !own };
  commentList.insert({ Can, ...comments.confirmed(comment.ID), ...comment, Post_ID: postId });
}

registerEffects('comments', [
  on(commentCreated, ({ post_id, comment, ...counts }) => {
    applyCounts(post_id, counts);
    removeTypist(post_id, comment.User);
    mergeBroadcast(post_id, comment);
  }),
  on(commentRemoved, ({ post_id, comment_id, version, ...counts }) => {
    applyCounts(post_id, counts);
    commentList.remove(comment_id, version);
  }),
  on(typing, ({ post_id, user_id, User_Name }) => {
    if (user_id !== me()) addTypist(post_id, user_id, User_Name);
  }),
]);
