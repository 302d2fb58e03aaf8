import { type Comment, createComment, deleteComment } from '#models/contract/comments';
import type { Post } from '#models/contract/posts';
import type { User } from '#models/contract/users';
import { ApiError, api } from '@/lib/api';
import { prependDraftText } from '@/lib/drafts';
import { reportFailure } from '@/lib/failures';
import { i18n } from '@/lib/i18n';
import { isProbablyOffline, isUnreachableError } from '@/lib/reachability';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toasts';
import { onUserChange } from '@/lib/user-change';
import { dequeue, enqueue, queuedOf, registerQueueHandler } from '@/sync/offline-queue';
import { addOwnComment, comments, removeComment, replaceOwnComment } from './comments.store';
import { setPendingCommentMatcher } from './pending-comment-matcher';
import { applyCounts, posts } from './posts.store';

/** Name of the draft of a new comment. */
export const commentDraft = (postId: string): string => `comment:${postId}`;

/** A comment that is queued or being sent. Its answer and its live message may come in any order: the first settles it. */
class PendingComment {
  readonly postId: string;
  readonly content: string;
  /** Shown under this id until the server gives one. */
  readonly temporaryId = `temporary-${crypto.randomUUID()}`;
  #uncount: () => void = () => {};
  isAccepted = false;

  constructor(postId: string, content: string, author: User, at = Date.now()) {
    this.postId = postId;
    this.content = content;
    addOwnComment(postId, {
      ID: this.temporaryId,
      User: author.ID,
      User_Name: author.Name,
      User_Photo: author.Image,
      Content: content,
      CreatedAt: new Date(at).toISOString(),
      Can: { delete: false, report: false },
    });
  }

  #count(count: (post: Post) => number): void {
    this.#uncount();
    this.#uncount = posts.applyOptimistic(this.postId, (post) => ({ ...post, CommentsCount: count(post), Comments: count(post) }));
  }

  /** Shows the comment as queued: counted on top of the comments of others, and deletable. */
  showQueued(): this {
    this.#count((post) => post.CommentsCount + 1);
    comments.patch(this.temporaryId, { pending: 'waiting', Can: { delete: true, report: false } });
    return this;
  }

  /** Shows the comment as being sent. Fixes the count, since nothing tells whether one received meanwhile includes this comment. */
  showSending(): this {
    this.#count((post) => post.CommentsCount + 1);
    const seen = posts.get(this.postId)?.CommentsCount ?? 0;
    this.#count(() => seen);
    comments.patch(this.temporaryId, { pending: 'sending', Can: { delete: false, report: false } });
    return this;
  }

  settle(comment?: Comment): void {
    this.isAccepted ||= comment !== undefined;
    replaceOwnComment(this.postId, this.temporaryId, comment);
    this.#uncount();
  }
}

let pendingComments: readonly PendingComment[] = [];
onUserChange(() => {
  pendingComments = [];
});

function begin(...what: ConstructorParameters<typeof PendingComment>): PendingComment {
  const pending = new PendingComment(...what);
  pendingComments = [...pendingComments, pending];
  return pending;
}
function end(pending: PendingComment): void {
  pendingComments = pendingComments.filter((one) => one !== pending);
}

setPendingCommentMatcher((postId, comment, own) => {
  const pending = own && pendingComments.find((one) => !one.isAccepted && one.postId === postId && one.content === comment.Content);
  if (!pending) return false;
  pending.settle({ ...comment, Can: { delete: true, report: false } });
  return true;
});

async function send(pending: PendingComment, idempotencyKey: string): Promise<void> {
  const { postId, content } = pending;
  const { data } = await api(createComment, { post_id: postId, content }, { idempotencyKey });
  const { Likes, CommentsCount, rev, ...comment } = data;
  applyCounts(postId, { Likes, CommentsCount, rev });
  pending.settle(comment);
}

/** Queued comments by the id of their queued action. */
const queuedComments = new Map<string, PendingComment>();
onUserChange(() => queuedComments.clear());

registerQueueHandler('comment', {
  show: ({ id, post, content, at }) => {
    const { user } = useSession.getState();
    if (!user) return () => {};
    const pending = begin(post, content, user, at).showQueued();
    queuedComments.set(id, pending);
    return () => {
      queuedComments.delete(id);
      end(pending);
      pending.settle();
    };
  },
  send: async ({ id }) => {
    const pending = queuedComments.get(id);
    if (!pending) return;
    try {
      await send(pending.showSending(), id);
    } catch (error) {
      if (queuedComments.get(id) === pending && !pending.isAccepted) pending.showQueued();
      throw error;
    }
  },
  discard: ({ post, content }) => prependDraftText(commentDraft(post), content),
  expiredText: async () => {
    await i18n.loadNamespaces('posts');
    return i18n.t('comment.tooLate', { ns: 'posts' });
  },
});

/**
 * Adds a comment: shown at once, queued while the server is unreachable. Returns whether it was stored or queued; if not, the
 * caller restores the text.
 */
export async function addComment(postId: string, content: string, author: User): Promise<boolean> {
  const queued = { kind: 'comment' as const, id: crypto.randomUUID(), post: postId, content, at: Date.now() };
  if (isProbablyOffline() || queuedOf('comment').some(({ post }) => post === postId)) {
    enqueue(queued);
    return true;
  }
  const pending = begin(postId, content, author).showSending();
  try {
    await send(pending, queued.id);
    return true;
  } catch (error) {
    if (pending.isAccepted) return true;
    pending.settle();
    if (isUnreachableError(error)) {
      enqueue(queued, true);
      return true;
    }
    reportFailure(error);
    return false;
  } finally {
    end(pending);
  }
}

/** Discards a queued comment without the server; returns whether the id is of a queued or sending one. */
function discardQueued(temporaryId: string): boolean {
  const queued = [...queuedComments].find(([, pending]) => pending.temporaryId === temporaryId);
  if (queued && comments.get(temporaryId)?.pending === 'waiting') dequeue(queued[0]);
  return queued !== undefined;
}

/** Deletes a comment; a toast reports the outcome. */
export async function deleteCommentById(postId: string, id: string): Promise<void> {
  const t = i18n.getFixedT(null, 'posts');
  if (discardQueued(id)) return;
  try {
    const { data } = await api(deleteComment, { comment_id: id });
    applyCounts(postId, data);
    removeComment(postId, id);
    toast('success', t('comment.deleted'));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) removeComment(postId, id);
    const answered = error instanceof ApiError && error.status > 0;
    reportFailure(error, t(answered ? 'comment.deleteFailed' : 'comment.deleteError'));
  }
}
