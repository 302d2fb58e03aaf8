import { create } from 'zustand';
import { type Comment, createComment, deleteComment } from '#models/contract/comments';
import { ApiError, api } from '@/lib/api';
import { createEntities } from '@/lib/entities';
import { failureText, reportFailure } from '@/lib/failures';
import { i18n } from '@/lib/i18n';
import { toast } from '@/lib/toasts';
import { posts } from './posts.store';

/** A comment is never edited: it is there or gone. `pending` until the server has it. */
export type ShownComment = Comment & { pending?: boolean };
export const comments = createEntities<ShownComment>({});

/** The ids of each post's comments that are known, oldest first. */
export const useCommentIds = create<{ byPost: Record<string, string[]> }>(() => ({ byPost: {} }));

const change = (postId: string, next: (ids: string[]) => string[]): void =>
  useCommentIds.setState(({ byPost }) => ({ byPost: { ...byPost, [postId]: next(byPost[postId] ?? []) } }));

/** Adds comments behind those that are known; one that is known stays where it is. */
export function addComments(postId: string, found: readonly ShownComment[]): void {
  const ids = comments.merge(found);
  change(postId, (known) => [...known, ...ids.filter((id) => !known.includes(id))]);
}

/** Gone for good, also if it arrives late. */
export function removeComment(postId: string, id: string): void {
  comments.remove(id);
  change(postId, (ids) => ids.filter((other) => other !== id));
}

interface Counters {
  Likes: number;
  CommentsCount: number;
  rev: number;
}
/** All counters of a post, as a message or an answer says them. */
export const settleCounts = (postId: string, { Likes, CommentsCount, rev }: Counters): void =>
  posts.patch(postId, { Likes, CommentsCount, Comments: CommentsCount, rev });

const byOne =
  (by: number) =>
  <P extends { CommentsCount: number; Comments: number }>(post: P): P => {
    const count = Math.max(0, post.CommentsCount + by);
    return { ...post, CommentsCount: count, Comments: count };
  };

let temporary = 0;

/** Comments: seen at once as one's own; removed again when the server does not answer 201, and what was typed comes back. */
export async function addComment(postId: string, content: string, me: { ID: string; Name: string; Image: string }): Promise<boolean> {
  temporary += 1;
  const id = `temporary-${temporary}`;
  const own = {
    ID: id,
    User: me.ID,
    User_Name: me.Name,
    User_Photo: me.Image,
    Content: content,
    CreatedAt: new Date().toISOString(),
    Can: { delete: false, report: false },
    pending: true,
  };
  addComments(postId, [own]);
  const settle = posts.expect(postId, byOne(1));
  try {
    const { data } = await api(createComment, { post_id: postId, content }, { idempotencyKey: crypto.randomUUID() });
    const { Likes, CommentsCount, rev, ...comment } = data;
    settleCounts(postId, { Likes, CommentsCount, rev });
    comments.merge([comment]);
    change(postId, (ids) => (ids.includes(comment.ID) ? ids : ids.map((other) => (other === id ? comment.ID : other))));
    return true;
  } catch (error) {
    reportFailure(error);
    return false;
  } finally {
    removeComment(postId, id);
    settle();
  }
}

/** Deletes a comment; says how it went in the specification's words. */
export async function dropComment(postId: string, id: string): Promise<void> {
  const t = i18n.getFixedT(null, 'posts');
  try {
    const { data } = await api(deleteComment, { comment_id: id });
    settleCounts(postId, data);
    removeComment(postId, id);
    toast('success', t('comment.deleted'));
  } catch (error) {
    const answered = error instanceof ApiError && error.status > 0;
    reportFailure(error, answered ? t('comment.deleteFailed') : t('comment.deleteError', { message: failureText(error) }));
  }
}
