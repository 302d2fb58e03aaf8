import { create } from 'zustand';
import type { Comment, SharedComment } from '#models/contract/comments';
import { createEntities, onClear } from '@/lib/entities';
import { advanceClock } from '@/lib/logical-clock';
import { posts } from './posts.store';
import { mayModerate, me } from './viewer';

/** A comment is never edited: it is there or gone. `pending` until the server has it; what was written offline waits first. */
export type ShownComment = Comment & { pending?: 'sending' | 'waiting' };
export const comments = createEntities<ShownComment>({ name: 'comments' });

interface PostComments {
  /** Those that came live, and in the order of what was heard when. */
  arrived: readonly { id: string; heard: number }[];
  /** Those that the reader wrote here: they are seen, however many come before them. */
  written: readonly string[];
}
const nothing: PostComments = { arrived: [], written: [] };

const useLists = create<{ byPost: Record<string, PostComments> }>(() => ({ byPost: {} }));
onClear(() => useLists.setState({ byPost: {} }));

export const usePostComments = (postId: string): PostComments => useLists(({ byPost }) => byPost[postId] ?? nothing);

const change = (postId: string, next: (list: PostComments) => Partial<PostComments>): void =>
  useLists.setState(({ byPost }) => {
    const list = byPost[postId] ?? nothing;
    return { byPost: { ...byPost, [postId]: { ...list, ...next(list) } } };
  });

/** What a broadcast leaves out because it differs from viewer to viewer. */
function asSeen(comment: SharedComment, postId: string): Comment {
  const own = comment.User === me();
  const mayDelete = own || mayModerate(posts.get(postId)?.Society_ID ?? '');
  return { ...comment, Can: { delete: mayDelete, report: me() !== undefined && !own } };
}

/** A comment that somebody has just written. */
export function arrive(postId: string, comment: SharedComment): void {
  if (comments.get(comment.ID) || comments.isRemoved(comment.ID)) return;
  comments.merge([asSeen(comment, postId)]);
  change(postId, ({ arrived }) => ({ arrived: [...arrived, { id: comment.ID, heard: advanceClock() }] }));
}

/** Gone for good, also if it arrives late. */
export function removeComment(postId: string, id: string): void {
  comments.remove(id);
  change(postId, ({ arrived, written }) => ({
    arrived: arrived.filter((other) => other.id !== id),
    written: written.filter((other) => other !== id),
  }));
}

/** One's own comment, seen before the server has it. */
export function showWritten(postId: string, comment: ShownComment): void {
  comments.merge([comment]);
  change(postId, ({ written }) => ({ written: [...written, comment.ID] }));
}

/** The comment with the temporary id is this one; without one, it was not taken. Twice is once. */
export function settleWritten(postId: string, temporary: string, comment?: Comment): void {
  const ids = comment && !comments.isRemoved(comment.ID) ? [comment.ID] : [];
  if (comment) arrive(postId, comment);
  change(postId, ({ written }) => {
    const others = written.filter((id) => id !== temporary && !ids.includes(id));
    const at = written.indexOf(temporary);
    return { written: at < 0 ? [...others, ...ids] : [...others.slice(0, at), ...ids, ...others.slice(at)] };
  });
  comments.drop(temporary);
}
