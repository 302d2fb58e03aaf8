import { type Comment, commentCreated, createComment, deleteComment } from '#models/contract/comments';
import type { Post } from '#models/contract/posts';
import type { User } from '#models/contract/users';
import { api, hasCode, isAnswered } from '@/lib/api';
import { prependDraftText } from '@/lib/drafts';
import { reportFailure } from '@/lib/failures';
import { i18n } from '@/lib/i18n';
import { isProbablyOffline, isUnreachableError } from '@/lib/reachability';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toasts';
import { onUserChange } from '@/lib/user-change';
import { on, registerEffects } from '@/sync/effects';
import { dequeue, enqueue, queuedOf, registerQueueHandler } from '@/sync/offline-queue';
import type { OfKind } from '@/sync/offline-queue-storage';
import { addOwnComment, commentList, comments, replaceOwnComment } from './comments.store';
import { applyCounts, posts } from './posts.store';

/** Name of the draft of a new comment. */
export const commentDraft = (postId: string): string => `comment:${postId}`;

type NewComment = OfKind<'comment'>;

/**
 * A comment that is queued or being sent, shown under the id of its action until the server gives one. Its answer and its live
 * message may come in any order: the first replaces it.
 */
class PendingComment {
  readonly action: NewComment;
  isAccepted = false;
  #uncount: () => void = () => {};

  constructor(action: NewComment, author: User) {
    this.action = action;
    addOwnComment({
      ID: action.id,
      Post_ID: action.post,
      User: author.ID,
      User_Name: author.Name,
      User_Photo: author.Image,
      Content: action.content,
      CreatedAt: new Date(action.at).toISOString(),
      version: 0,
      Can: { delete: false, report: false },
    });
  }

  #show(pending: 'waiting' | 'sending', count: (post: Post) => number): this {
    this.#uncount();
    this.#uncount = posts.applyOptimistic(this.action.post, (post) => ({ ...post, CommentsCount: count(post), Comments: count(post) }));
    comments.patch(this.action.id, { pending, Can: { delete: pending === 'waiting', report: false } });
    return this;
  }

  /** Shows the comment as queued: counted on top of the comments of others, and deletable. */
  showQueued(): this {
    return this.#show('waiting', (post) => post.CommentsCount + 1);
  }

  /** Shows the comment as being sent. Fixes the count, since nothing tells whether one received meanwhile includes this comment. */
  showSending(): this {
    this.showQueued();
    const seen = posts.get(this.action.post)?.CommentsCount ?? 0;
    return this.#show('sending', () => seen);
  }

  /** Replaces it by the stored comment. */
  accept(id: string): void {
    this.isAccepted = true;
    this.#replace(id);
  }

  /** Ends it: it disappears unless it was accepted. */
  end(): void {
    pendingComments.delete(this.action.id);
    if (!this.isAccepted) this.#replace();
  }

  #replace(id?: string): void {
    replaceOwnComment(this.action.post, this.action.id, id);
    this.#uncount();
  }
}

/** Pending comments by the id of their action. */
const pendingComments = new Map<string, PendingComment>();
onUserChange(() => pendingComments.clear());

function begin(action: NewComment, author: User): PendingComment {
  const pending = new PendingComment(action, author);
  pendingComments.set(action.id, pending);
  return pending;
}

const isOf = ({ action, isAccepted }: PendingComment, postId: string, { Content }: Pick<Comment, 'Content'>): boolean =>
  !isAccepted && action.post === postId && action.content === Content;

registerEffects('comments', [
  on(commentCreated, ({ post_id, comment }) => {
    if (comment.User !== useSession.getState().user?.ID) return;
    [...pendingComments.values()].find((pending) => isOf(pending, post_id, comment))?.accept(comment.ID);
  }),
]);

async function send(pending: PendingComment): Promise<void> {
  const { id, post, content } = pending.action;
  const { data } = await api(createComment, { post_id: post, content }, { idempotencyKey: id });
  const { Likes, CommentsCount, rev, ...comment } = data;
  applyCounts(post, { Likes, CommentsCount, rev });
  commentList.insert({ ...comment, Post_ID: post });
  pending.accept(comment.ID);
}

registerQueueHandler('comment', {
  show: (action) => {
    const { user } = useSession.getState();
    if (!user) return () => {};
    const pending = begin(action, user).showQueued();
    return () => pending.end();
  },
  send: async ({ id }) => {
    const pending = pendingComments.get(id);
    if (!pending) return;
    try {
      await send(pending.showSending());
    } catch (error) {
      if (pendingComments.get(id) === pending && !pending.isAccepted) pending.showQueued();
      throw error;
    }
  },
  discard: ({ post, content }) => prependDraftText(commentDraft(post), content),
  expiredText: async () => {
    await i18n.loadNamespaces('posts');
    return i18n.t('comment.tooLate', { ns: 'posts' });
  },
});

/** Adds a comment: shown at once, queued while the server is unreachable. The text of a refused one returns to its field. */
export async function addComment(post: string, content: string, author: User): Promise<void> {
  const action: NewComment = { kind: 'comment', id: crypto.randomUUID(), post, content, at: Date.now() };
  if (isProbablyOffline() || queuedOf('comment').some((queued) => queued.post === post)) return enqueue(action);
  const pending = begin(action, author).showSending();
  const failure = await send(pending).then(
    () => null,
    (error: unknown) => error,
  );
  pending.end();
  if (failure === null || pending.isAccepted) return;
  if (isUnreachableError(failure)) return enqueue(action, true);
  reportFailure(failure);
  prependDraftText(commentDraft(post), content);
}

/** Deletes a comment; a toast reports the outcome. A queued one is discarded without the server. */
export async function deleteCommentById(postId: string, id: string): Promise<void> {
  const { pending } = comments.get(id) ?? {};
  if (pending === 'waiting') dequeue(id);
  if (pending) return;
  const t = i18n.getFixedT(null, 'posts');
  try {
    const { data } = await api(deleteComment, { comment_id: id });
    applyCounts(postId, data);
    commentList.remove(id);
    toast('success', t('comment.deleted'));
  } catch (error) {
    if (hasCode(error, 'not_found')) commentList.remove(id);
    reportFailure(error, t(isAnswered(error) ? 'comment.deleteFailed' : 'comment.deleteError'));
  }
}
