import { useEffect } from 'react';
import { commentCreated, commentRemoved } from '#models/contract/comments';
import type { PayloadOf } from '#models/contract/define';
import { postCreated, postLikes, type SharedPost, typing } from '#models/contract/posts';
import { ownChanged } from '#models/contract/users';
import { onMessage } from '@/lib/live';
import { useSession } from '@/lib/session';
import { addComments, comments, removeComment, settleCounts, useCommentIds } from './comments.store';
import { announce } from './posts.queries';
import { posts, settleLike } from './posts.store';
import { sawTyping, stoppedTyping } from './typing.store';

const me = (): string | undefined => useSession.getState().user?.ID;

/** What a broadcast leaves out because it differs from viewer to viewer; the next fetch tells what a moderator may. */
const asSeen = (post: SharedPost) => {
  const own = post.User === me();
  return {
    ...post,
    Is_Liked: posts.get(post.ID)?.Is_Liked ?? false,
    Can: posts.get(post.ID)?.Can ?? { edit: own, delete: own, report: me() !== undefined },
  };
};

function onCreated(post: PayloadOf<typeof postCreated>): void {
  announce(asSeen(post), [{ kind: 'feed' }, { kind: 'society', id: post.Society_ID }]);
}

/** Only a list that has reached its end can grow at its end: else the comment comes with the page that it belongs to. */
function onComment({ post_id, comment, ...counts }: PayloadOf<typeof commentCreated>): void {
  settleCounts(post_id, counts);
  stoppedTyping(post_id, comment.User);
  const known = useCommentIds.getState().byPost[post_id];
  if (!known || comments.get(comment.ID)) return;
  const own = comment.User === me();
  addComments(post_id, [{ ...comment, Can: { delete: own, report: me() !== undefined && !own } }]);
}

function onRemoved({ post_id, comment_id, ...counts }: PayloadOf<typeof commentRemoved>): void {
  settleCounts(post_id, counts);
  removeComment(post_id, comment_id);
}

/** Keeps every post on the screen true; stands once, wherever posts are shown. */
export function usePostsLive(): void {
  useEffect(() => {
    const ends = [
      onMessage(postCreated, onCreated),
      onMessage(postLikes, ({ post_id, ...counts }) => settleCounts(post_id, counts)),
      onMessage(commentCreated, onComment),
      onMessage(commentRemoved, onRemoved),
      onMessage(typing, ({ post_id, user_id, User_Name }) => user_id !== me() && sawTyping(post_id, user_id, User_Name)),
      onMessage(ownChanged, ({ kind, id, on, version }) => kind === 'like' && settleLike(id, on, version)),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, []);
}
