import type { SharedComment } from '#models/contract/comments';

type PendingCommentMatcher = (postId: string, comment: SharedComment, own: boolean) => boolean;

/** Set by write-comment.ts, which is loaded lazily; before that no comment is pending. */
let matcher: PendingCommentMatcher = () => false;

/** Sets the function that replaces a pending comment by its live message. */
export const setPendingCommentMatcher = (next: PendingCommentMatcher): void => {
  matcher = next;
};

/** Replaces the pending comment that a live message is about; returns whether there is one. */
export const settlesPendingComment: PendingCommentMatcher = (...message) => matcher(...message);
