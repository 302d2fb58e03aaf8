import type { CommentFacts, PostFacts, Viewer } from './facts.js';
import { isModerator, isPlatformAdmin, mayWrite, seePosts } from './societies.js';

const dayMs = 24 * 3600_000;

const seePost = (viewer: Viewer | null, post: PostFacts): boolean =>
  !post.removed && seePosts(viewer, post.society) && (isPlatformAdmin(viewer) || !viewer?.blocked.has(post.author));

const isAuthor = (viewer: Viewer | null, author: string): boolean => viewer?.id === author;

export const postRules = {
  'post.see': seePost,
  'post.like': (viewer: Viewer | null, post: PostFacts) => mayWrite(viewer) && seePost(viewer, post),
  'post.comment': (viewer: Viewer | null, post: PostFacts) => mayWrite(viewer) && seePost(viewer, post),
  'post.report': (viewer: Viewer | null, post: PostFacts) => mayWrite(viewer) && seePost(viewer, post) && !isAuthor(viewer, post.author),
  /** Within 24 hours; afterwards people may have answered to it. */
  'post.edit': (viewer: Viewer | null, post: PostFacts) =>
    mayWrite(viewer) && seePost(viewer, post) && isAuthor(viewer, post.author) && Date.now() - post.createdAt.getTime() < dayMs,
  'post.delete': (viewer: Viewer | null, post: PostFacts) =>
    mayWrite(viewer) &&
    !post.removed &&
    seePosts(viewer, post.society) &&
    (isAuthor(viewer, post.author) || isModerator(viewer, post.society)),
  'comment.see': (viewer: Viewer | null, comment: CommentFacts) =>
    !comment.removed && seePost(viewer, comment.post) && (isPlatformAdmin(viewer) || !viewer?.blocked.has(comment.author)),
  'comment.delete': (viewer: Viewer | null, comment: CommentFacts) =>
    mayWrite(viewer) &&
    !comment.removed &&
    seePosts(viewer, comment.post.society) &&
    (isAuthor(viewer, comment.author) || isModerator(viewer, comment.post.society)),
  'comment.report': (viewer: Viewer | null, comment: CommentFacts) =>
    mayWrite(viewer) && !comment.removed && seePost(viewer, comment.post) && !isAuthor(viewer, comment.author),
};
