import { type Comment, createComment, deleteComment, type SharedComment } from '#models/contract/comments';
import type { Post } from '#models/contract/posts';
import type { User } from '#models/contract/users';
import { ApiError, api } from '@/lib/api';
import { onClear } from '@/lib/entities';
import { reportFailure } from '@/lib/failures';
import { i18n } from '@/lib/i18n';
import { toast } from '@/lib/toasts';
import { removeComment, settleWritten, showWritten } from './comments.store';
import { posts, settleCounts } from './posts.store';

/** A comment on its way. Its answer and its live message may come in any order: the first one settles it. */
class Writing {
  readonly postId: string;
  readonly content: string;
  readonly temporary: string;
  readonly #uncount: () => void;
  isTaken = false;

  constructor(postId: string, content: string, author: User) {
    this.postId = postId;
    this.content = content;
    this.temporary = `temporary-${crypto.randomUUID()}`;
    const count = (posts.get(postId)?.CommentsCount ?? 0) + 1;
    this.#uncount = posts.expect(postId, (post: Post) => ({ ...post, CommentsCount: count, Comments: count }));
    showWritten(postId, {
      ID: this.temporary,
      User: author.ID,
      User_Name: author.Name,
      User_Photo: author.Image,
      Content: content,
      CreatedAt: new Date().toISOString(),
      Can: { delete: false, report: false },
      pending: true,
    });
  }

  settle(comment?: Comment): void {
    this.isTaken ||= comment !== undefined;
    settleWritten(this.postId, this.temporary, comment);
    this.#uncount();
  }
}

let underWay: readonly Writing[] = [];
/** Unanswered writings keep their key: the same words sent once more are the same comment. */
const keys = new Map<string, string>();
onClear(() => keys.clear());

/** Whether a live message is the comment that is just being written here: then it takes its place. */
export function meetsWriting(postId: string, comment: SharedComment, own: boolean): boolean {
  const writing = own && underWay.find((one) => !one.isTaken && one.postId === postId && one.content === comment.Content);
  if (!writing) return false;
  writing.settle({ ...comment, Can: { delete: true, report: false } });
  return true;
}

/** Comments: seen at once as one's own. Answers whether the server has it; if not, what was typed comes back. */
export async function addComment(postId: string, content: string, author: User): Promise<boolean> {
  const draft = `${postId} ${content}`;
  const idempotencyKey = keys.get(draft) ?? crypto.randomUUID();
  const writing = new Writing(postId, content, author);
  underWay = [...underWay, writing];
  try {
    const { data } = await api(createComment, { post_id: postId, content }, { idempotencyKey });
    const { Likes, CommentsCount, rev, ...comment } = data;
    settleCounts(postId, { Likes, CommentsCount, rev });
    writing.settle(comment);
    keys.delete(draft);
    return true;
  } catch (error) {
    if (writing.isTaken) return true;
    writing.settle();
    if (error instanceof ApiError && error.status === 0) keys.set(draft, idempotencyKey);
    reportFailure(error);
    return false;
  } finally {
    underWay = underWay.filter((one) => one !== writing);
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
    if (error instanceof ApiError && error.status === 404) removeComment(postId, id);
    const answered = error instanceof ApiError && error.status > 0;
    reportFailure(error, t(answered ? 'comment.deleteFailed' : 'comment.deleteError'));
  }
}
