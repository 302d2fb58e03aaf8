import { create } from 'zustand';
import type { Comment, SharedComment } from '#models/contract/comments';
import { onUserChange } from '@/lib/user-change';
import { createEntities } from '@/sync/entities';
import { advanceClock } from '@/sync/logical-clock';
import { posts } from './posts.store';
import { mayModerate, me } from './viewer';

/** Comments cannot be edited. `pending` until the server has it: `waiting` in the offline queue, or `sending`. */
export type ShownComment = Comment & { pending?: 'sending' | 'waiting' };
export const comments = createEntities<ShownComment>({ name: 'comments' });

interface PostComments {
  /** Comments received live, each with its logical time. */
  received: readonly { id: string; receivedAt: number }[];
  /** Comments written here: always shown, however many come before them. */
  own: readonly string[];
}
const emptyList: PostComments = { received: [], own: [] };

const useLists = create<{ byPost: Record<string, PostComments> }>(() => ({ byPost: {} }));
onUserChange(() => useLists.setState({ byPost: {} }));

export const usePostComments = (postId: string): PostComments => useLists(({ byPost }) => byPost[postId] ?? emptyList);

const patchList = (postId: string, next: (list: PostComments) => Partial<PostComments>): void =>
  useLists.setState(({ byPost }) => {
    const list = byPost[postId] ?? emptyList;
    return { byPost: { ...byPost, [postId]: { ...list, ...next(list) } } };
  });

/** Adds the viewer's rights, which a broadcast cannot contain. */
function withRights(comment: SharedComment, postId: string): Comment {
  const own = comment.User === me();
  const mayDelete = own || mayModerate(posts.get(postId)?.Society_ID ?? '');
  return { ...comment, Can: { delete: mayDelete, report: me() !== undefined && !own } };
}

/** Adds a comment received live. */
export function addReceivedComment(postId: string, comment: SharedComment): void {
  if (comments.get(comment.ID) || comments.isRemoved(comment.ID)) return;
  comments.merge([withRights(comment, postId)]);
  patchList(postId, ({ received }) => ({ received: [...received, { id: comment.ID, receivedAt: advanceClock() }] }));
}

/** Removes a comment for good: a late message does not bring it back. */
export function removeComment(postId: string, id: string): void {
  comments.remove(id);
  patchList(postId, ({ received, own }) => ({
    received: received.filter((other) => other.id !== id),
    own: own.filter((other) => other !== id),
  }));
}

/** Shows the viewer's comment before the server has it. */
export function addOwnComment(postId: string, comment: ShownComment): void {
  comments.merge([comment]);
  patchList(postId, ({ own }) => ({ own: [...own, comment.ID] }));
}

/** Replaces the comment with the temporary id by the stored one; without one, removes it. Idempotent. */
export function replaceOwnComment(postId: string, temporaryId: string, comment?: Comment): void {
  const ids = comment && !comments.isRemoved(comment.ID) ? [comment.ID] : [];
  if (comment) addReceivedComment(postId, comment);
  patchList(postId, ({ own }) => {
    const others = own.filter((id) => id !== temporaryId && !ids.includes(id));
    const at = own.indexOf(temporaryId);
    return { own: at < 0 ? [...others, ...ids] : [...others.slice(0, at), ...ids, ...others.slice(at)] };
  });
  comments.drop(temporaryId);
}
