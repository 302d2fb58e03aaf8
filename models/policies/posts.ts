import type { CommentFacts, PostFacts, Viewer } from './facts.js';
import { hasScope } from './scopes.js';
import { isModerator, mayWrite, moderates, roleIn, seePosts } from './societies.js';

const dayMs = 24 * 3600_000;

const seePost = (viewer: Viewer | null, post: PostFacts): boolean =>
  !post.removed && seePosts(viewer, post.society) && (hasScope(viewer, 'moderate') || !viewer?.blocked.has(post.author));

const isAuthor = (viewer: Viewer | null, author: string): boolean => viewer?.id === author;

export const postRules = {
  'post.see': seePost,
  'post.like': (viewer: Viewer | null, post: PostFacts) => mayWrite(viewer) && seePost(viewer, post),
  'post.comment': (viewer: Viewer | null, post: PostFacts) => mayWrite(viewer) && seePost(viewer, post),
  'post.report': (viewer: Viewer | null, post: PostFacts) => mayWrite(viewer) && seePost(viewer, post) && !isAuthor(viewer, post.author),
  /** Polls are the members'. */
  'post.vote': (viewer: Viewer | null, post: PostFacts) =>
    mayWrite(viewer) && seePost(viewer, post) && roleIn(viewer, post.society) !== null,
  /** Within 24 hours; afterwards people may have answered to it. */
  'post.edit': (viewer: Viewer | null, post: PostFacts) =>
    mayWrite(viewer) && seePost(viewer, post) && isAuthor(viewer, post.author) && Date.now() - post.createdAt.getTime() < dayMs,
  'post.delete': (viewer: Viewer | null, post: PostFacts) =>
    mayWrite(viewer) &&
    !post.removed &&
    seePosts(viewer, post.society) &&
    (isAuthor(viewer, post.author) || moderates(viewer, post.society)),
  /** Pinning it to the top of its society's timeline, and unpinning it. */
  'post.pin': (viewer: Viewer | null, post: PostFacts) => mayWrite(viewer) && seePost(viewer, post) && isModerator(viewer, post.society),
  /** Nobody but its author may even see it. */
  'plannedPost.edit': (viewer: Viewer | null, { author }: { author: string }) => mayWrite(viewer) && viewer.id === author,
  'comment.see': (viewer: Viewer | null, comment: CommentFacts) =>
    !comment.removed && seePost(viewer, comment.post) && (hasScope(viewer, 'moderate') || !viewer?.blocked.has(comment.author)),
  'comment.delete': (viewer: Viewer | null, comment: CommentFacts) =>
    mayWrite(viewer) &&
    !comment.removed &&
    seePosts(viewer, comment.post.society) &&
    (isAuthor(viewer, comment.author) || moderates(viewer, comment.post.society)),
  'comment.report': (viewer: Viewer | null, comment: CommentFacts) =>
    mayWrite(viewer) && !comment.removed && seePost(viewer, comment.post) && !isAuthor(viewer, comment.author),
};
