import { type Comment, createComment, deleteComment } from '#models/contract/comments';
import type { Post } from '#models/contract/posts';
import type { User } from '#models/contract/users';
import { ApiError, api } from '@/lib/api';
import { prependDraftText } from '@/lib/drafts';
import { onClear } from '@/lib/entities';
import { reportFailure } from '@/lib/failures';
import { i18n } from '@/lib/i18n';
import { dequeue, enqueue, queuedOf, registerQueueHandler } from '@/lib/offline-queue';
import { isProbablyOffline, isUnreachableError } from '@/lib/reachability';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toasts';
import { comments, removeComment, settleWritten, showWritten } from './comments.store';
import { onOwnWriting } from './own-writing';
import { posts, settleCounts } from './posts.store';

/** Under what the text that is being written below a post is kept. */
export const commentDraft = (postId: string): string => `comment:${postId}`;

/** A comment on its way. Its answer and its live message may come in any order: the first one settles it. */
class Writing {
  readonly postId: string;
  readonly content: string;
  /** Under what it is shown until it has an id of its own. */
  readonly temporary = `temporary-${crypto.randomUUID()}`;
  #uncount: () => void = () => {};
  isTaken = false;

  constructor(postId: string, content: string, author: User, at = Date.now()) {
    this.postId = postId;
    this.content = content;
    showWritten(postId, {
      ID: this.temporary,
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

  /** The server is not told yet: it is one more than whatever others make of the count, and can still be taken back. */
  waits(): this {
    this.#count((post) => post.CommentsCount + 1);
    comments.patch(this.temporary, { pending: 'waiting', Can: { delete: true, report: false } });
    return this;
  }

  /** The server is being told. Whether a count that comes meanwhile has this comment in it already, nobody can tell: it stays. */
  sends(): this {
    this.#count((post) => post.CommentsCount + 1);
    const seen = posts.get(this.postId)?.CommentsCount ?? 0;
    this.#count(() => seen);
    comments.patch(this.temporary, { pending: 'sending', Can: { delete: false, report: false } });
    return this;
  }

  settle(comment?: Comment): void {
    this.isTaken ||= comment !== undefined;
    settleWritten(this.postId, this.temporary, comment);
    this.#uncount();
  }
}

let underWay: readonly Writing[] = [];
onClear(() => {
  underWay = [];
});

function begin(...what: ConstructorParameters<typeof Writing>): Writing {
  const writing = new Writing(...what);
  underWay = [...underWay, writing];
  return writing;
}
function end(writing: Writing): void {
  underWay = underWay.filter((one) => one !== writing);
}

onOwnWriting((postId, comment, own) => {
  const writing = own && underWay.find((one) => !one.isTaken && one.postId === postId && one.content === comment.Content);
  if (!writing) return false;
  writing.settle({ ...comment, Can: { delete: true, report: false } });
  return true;
});

async function send(writing: Writing, idempotencyKey: string): Promise<void> {
  const { postId, content } = writing;
  const { data } = await api(createComment, { post_id: postId, content }, { idempotencyKey });
  const { Likes, CommentsCount, rev, ...comment } = data;
  settleCounts(postId, { Likes, CommentsCount, rev });
  writing.settle(comment);
}

/** Those that wait, by the id under which they are kept. */
const waiting = new Map<string, Writing>();
onClear(() => waiting.clear());

registerQueueHandler('comment', {
  show: ({ id, post, content, at }) => {
    const { user } = useSession.getState();
    if (!user) return () => {};
    const writing = begin(post, content, user, at).waits();
    waiting.set(id, writing);
    return () => {
      waiting.delete(id);
      end(writing);
      writing.settle();
    };
  },
  send: async ({ id }) => {
    const writing = waiting.get(id);
    if (!writing) return;
    try {
      await send(writing.sends(), id);
    } catch (error) {
      if (waiting.get(id) === writing && !writing.isTaken) writing.waits();
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
 * Comments: seen at once as one's own, and kept while the server cannot be reached. Answers whether it is on its way or there; if not, what was
 * typed comes back.
 */
export async function addComment(postId: string, content: string, author: User): Promise<boolean> {
  const kept = { kind: 'comment' as const, id: crypto.randomUUID(), post: postId, content, at: Date.now() };
  if (isProbablyOffline() || queuedOf('comment').some(({ post }) => post === postId)) {
    enqueue(kept);
    return true;
  }
  const writing = begin(postId, content, author).sends();
  try {
    await send(writing, kept.id);
    return true;
  } catch (error) {
    if (writing.isTaken) return true;
    writing.settle();
    if (isUnreachableError(error)) {
      enqueue(kept, true);
      return true;
    }
    reportFailure(error);
    return false;
  } finally {
    end(writing);
  }
}

/** What waits is taken back without asking the server; answers false for what it has, or may be getting just now. */
function takeBack(temporary: string): boolean {
  const kept = [...waiting].find(([, writing]) => writing.temporary === temporary);
  if (kept && comments.get(temporary)?.pending === 'waiting') dequeue(kept[0]);
  return kept !== undefined;
}

/** Deletes a comment; says how it went in the specification's words. */
export async function dropComment(postId: string, id: string): Promise<void> {
  const t = i18n.getFixedT(null, 'posts');
  if (takeBack(id)) return;
  try {
    const { data } = await api(deleteComment, { comment_id: id });
    settleCounts(postId, data);
    removeComment(postId, id);
    toast('success', t('comment.deleted'));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) removeComment(postId, id);
    const answered = error instanceof ApiError && error.status > 0;
    reportFailure(error, t(answered ? 'comment.deleteFailed' : 'comment.deleteError'));
  }
}
