import type { Comment } from '#models/contract/comments';
import { maskComment } from '#models/contract/masked';
import type { CommentFacts, PostFacts } from '#models/policies/facts';
import type { Asker } from '#models/policies/index';
import { type CommentDoc, Comments, commentToWire } from './comments.js';
import type { SortOrder } from './cursor.js';
import type { Id } from './model.js';
import { loadNaming } from './naming.loaders.js';
import { paginate } from './paginate.js';
import { type FoundPost, loadPost } from './posts.loaders.js';
import { loadPeople } from './users.js';

export const commentFacts = (comment: CommentDoc, post: PostFacts): CommentFacts => ({
  author: String(comment.author),
  removed: comment.removedAt !== null,
  post,
});

type FoundComment = FoundPost & { comment: CommentDoc; commentFacts: CommentFacts };

/** A comment with its post, if the viewer may see it or `rule` allows an action on it; else null. */
export async function findComment(
  asker: Asker,
  id: Id,
  rule: 'comment.see' | 'comment.delete' = 'comment.see',
): Promise<FoundComment | null> {
  const comment = await Comments.findById(id).lean();
  const found = comment ? await loadPost(comment.post) : null;
  if (!comment || !found) return null;
  const facts = commentFacts(comment, found.facts);
  return asker.can('comment.see', facts) || asker.can(rule, facts) ? { ...found, comment, commentFacts: facts } : null;
}

/** Comments as this viewer sees them; omits authors with a block between them and the viewer, and masks who may not be named. */
export async function commentsForViewer(
  asker: Asker,
  { facts: post, society }: Pick<FoundPost, 'facts' | 'society'>,
  comments: readonly CommentDoc[],
): Promise<Comment[]> {
  const [people, mayName] = await Promise.all([
    loadPeople(comments.map((comment) => comment.author)),
    loadNaming(
      asker,
      comments.map(({ author }) => ({ society, user: author })),
    ),
  ]);
  return comments.flatMap((comment) => {
    const facts = commentFacts(comment, post);
    if (!asker.can('comment.see', facts)) return [];
    const wire = commentToWire(comment, people.get(facts.author));
    const Can = { delete: asker.can('comment.delete', facts), report: asker.can('comment.report', facts) };
    return [{ ...(mayName(society, facts.author) ? wire : maskComment(wire)), Can }];
  });
}

const oldestFirst: SortOrder = [['createdAt', 1, 'date']];

/** One page of a post's comments, oldest first. */
export async function commentPage(
  post: Id,
  cursor: string | undefined,
  limit: number,
): Promise<{ comments: CommentDoc[]; next: string | null }> {
  const reads = [{ post, removedAt: null }];
  const { items: comments, next } = await paginate({ model: Comments, reads, order: oldestFirst, cursor, limit });
  return { comments, next };
}
