import { useEffect } from 'react';
import { commentCreated, commentRemoved } from '#models/contract/comments';
import type { PayloadOf } from '#models/contract/define';
import type { ErrorCode } from '#models/contract/errors';
import { membershipChanged } from '#models/contract/members';
import { postCreated, postLikes, postRemoved, postUpdated, typing } from '#models/contract/posts';
import { userUpdated } from '#models/contract/profiles';
import { parseRoom } from '#models/contract/rooms';
import { societyRemoved } from '#models/contract/society-removal';
import { societyUpdated, societyVisibility } from '#models/contract/society-settings';
import { currentStreamId, onRoomLeft } from '@/lib/live';
import { cancelAndInvalidate } from '@/lib/query';
import { on, registerEffects } from '@/sync/effects';
import { onOwnChange } from '@/sync/own-changes';
import { addReceivedComment, comments, removeComment } from './comments.store';
import { settlesPendingComment } from './pending-comment-matcher';
import { addReceivedPost, insertOwn, removeFromLists } from './post-lists';
import { setCurrentUpTo } from './post-room';
import { applyCounts, applyOwnLike, posts } from './posts.store';
import { addTypist, removeTypist } from './typing.store';
import { me } from './viewer';

function onCreated(post: PayloadOf<typeof postCreated>): void {
  if (!posts.get(post.ID)) setCurrentUpTo([post.ID], currentStreamId());
  if (post.User === me()) insertOwn(post);
  else addReceivedPost(post);
}

function onComment({ post_id, comment, ...counts }: PayloadOf<typeof commentCreated>): void {
  applyCounts(post_id, counts);
  removeTypist(post_id, comment.User);
  if (!settlesPendingComment(post_id, comment, comment.User === me())) addReceivedComment(post_id, comment);
}

function onRemoved({ post_id, comment_id, ...counts }: PayloadOf<typeof commentRemoved>): void {
  applyCounts(post_id, counts);
  removeComment(post_id, comment_id);
}

const refetchPosts = (): void => void cancelAndInvalidate(['posts']);

/** Refetches when the viewer joins or leaves a society, since other posts become visible. */
function onMembershipChanged({ user_id }: PayloadOf<typeof membershipChanged>): void {
  if (user_id === me()) refetchPosts();
}

/** Updates the society's name and category on its posts. */
function onSocietyUpdated({ ID, Name, Category }: PayloadOf<typeof societyUpdated>): void {
  for (const post of posts.all()) if (post.Society_ID === ID) posts.patch(post.ID, { Society_Name: Name, Society_Category: Category });
}

/** Updates the author's name and picture on posts and comments. */
function onUserUpdated({ user_id, Name, Image }: PayloadOf<typeof userUpdated>): void {
  for (const post of posts.all()) if (post.User === user_id) posts.patch(post.ID, { User_Name: Name, User_Image: Image });
  for (const comment of comments.all()) if (comment.User === user_id) comments.patch(comment.ID, { User_Name: Name, User_Photo: Image });
}

/** Refetches after a block or a changed privacy setting, in either direction, since it changes what is visible. */
function refetchWithComments(): void {
  refetchPosts();
  void cancelAndInvalidate(['comments']);
}

/** Refetches after a lost room, since its posts may no longer be seen. A session that ended leaves the page as it is. */
function onRoomLost({ rooms, code }: { rooms: readonly string[]; code: ErrorCode }): void {
  const hasPosts = rooms.some((name) => {
    const room = parseRoom(name);
    return room?.kind === 'post' ? !posts.isRemoved(room.id) : ['society', 'societyPublic'].includes(room?.kind ?? '');
  });
  if (hasPosts && code !== 'unauthorized') refetchPosts();
}

registerEffects('posts', [
  on(postCreated, onCreated),
  on(postUpdated, (post) => posts.patch(post.ID, post)),
  on(postRemoved, ({ post_id }) => removeFromLists(post_id)),
  on(postLikes, ({ post_id, ...counts }) => applyCounts(post_id, counts)),
  on(commentCreated, onComment),
  on(commentRemoved, onRemoved),
  on(membershipChanged, onMembershipChanged),
  on(societyUpdated, onSocietyUpdated),
  on(societyVisibility, refetchPosts),
  on(societyRemoved, refetchPosts),
  on(typing, ({ post_id, user_id, User_Name }) => void (user_id !== me() && addTypist(post_id, user_id, User_Name))),
  on(userUpdated, onUserUpdated),
]);
onOwnChange('like', ({ id, on: isOn, version }) => applyOwnLike(id, isOn, version));
onOwnChange('block', refetchWithComments);
onOwnChange('privacy', refetchWithComments);

/** Refetches posts on the screen after an eviction from their rooms; used by every component that shows posts. */
export function usePostsLive(): void {
  useEffect(() => onRoomLeft(onRoomLost), []);
}
