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
import { ownChanged } from '#models/contract/users';
import { combineStops, currentStreamId, onMessage, onRoomLeft } from '@/lib/live';
import { cancelAndInvalidate } from '@/lib/query';
import { arrive, comments, removeComment } from './comments.store';
import { meetsWriting } from './own-writing';
import { announce, insertOwn, takeAway } from './post-lists';
import { knownSince } from './post-room';
import { posts, settleCounts, settleLike } from './posts.store';
import { sawTyping, stoppedTyping } from './typing.store';
import { me } from './viewer';

function onCreated(post: PayloadOf<typeof postCreated>): void {
  if (!posts.get(post.ID)) knownSince([post.ID], currentStreamId());
  if (post.User === me()) insertOwn(post);
  else announce(post);
}

function onComment({ post_id, comment, ...counts }: PayloadOf<typeof commentCreated>): void {
  settleCounts(post_id, counts);
  stoppedTyping(post_id, comment.User);
  if (!meetsWriting(post_id, comment, comment.User === me())) arrive(post_id, comment);
}

function onRemoved({ post_id, comment_id, ...counts }: PayloadOf<typeof commentRemoved>): void {
  settleCounts(post_id, counts);
  removeComment(post_id, comment_id);
}

const fetchAgain = (): void => void cancelAndInvalidate(['posts']);

/** Who came to a society sees its posts, and who left it no longer does. */
function onMembership({ user_id }: PayloadOf<typeof membershipChanged>): void {
  if (user_id === me()) fetchAgain();
}

/** Its posts name their society. */
function onSociety({ ID, Name, Category }: PayloadOf<typeof societyUpdated>): void {
  for (const post of posts.all()) if (post.Society_ID === ID) posts.patch(post.ID, { Society_Name: Name, Society_Category: Category });
}

/** A new name or picture is on all that the person wrote. */
function onFace({ user_id, Name, Image }: PayloadOf<typeof userUpdated>): void {
  for (const post of posts.all()) if (post.User === user_id) posts.patch(post.ID, { User_Name: Name, User_Image: Image });
  for (const comment of comments.all()) if (comment.User === user_id) comments.patch(comment.ID, { User_Name: Name, User_Photo: Image });
}

/** One's own like; a block, on either side, changes what is shown of others, and so does taking it back. */
function onOwn({ kind, id, on, version }: PayloadOf<typeof ownChanged>): void {
  if (kind === 'like') settleLike(id, on, version);
  if (kind !== 'block' && kind !== 'privacy') return;
  fetchAgain();
  void cancelAndInvalidate(['comments']);
}

/** What may no longer be heard may no longer be seen; a session that ended leaves the page as it is. */
function onLeft({ rooms, code }: { rooms: readonly string[]; code: ErrorCode }): void {
  const hasPosts = rooms.some((name) => {
    const room = parseRoom(name);
    return room?.kind === 'post' ? !posts.isRemoved(room.id) : ['society', 'societyPublic'].includes(room?.kind ?? '');
  });
  if (hasPosts && code !== 'unauthorized') fetchAgain();
}

/** Keeps every post on the screen true; stands wherever posts are shown. */
export function usePostsLive(): void {
  useEffect(() => {
    return combineStops([
      onMessage(postCreated, onCreated),
      onMessage(postUpdated, (post) => posts.patch(post.ID, post)),
      onMessage(postRemoved, ({ post_id }) => takeAway(post_id)),
      onMessage(postLikes, ({ post_id, ...counts }) => settleCounts(post_id, counts)),
      onMessage(commentCreated, onComment),
      onMessage(commentRemoved, onRemoved),
      onMessage(membershipChanged, onMembership),
      onMessage(societyUpdated, onSociety),
      onMessage(societyVisibility, fetchAgain),
      onMessage(societyRemoved, fetchAgain),
      onRoomLeft(onLeft),
      onMessage(typing, ({ post_id, user_id, User_Name }) => user_id !== me() && sawTyping(post_id, user_id, User_Name)),
      onMessage(ownChanged, onOwn),
      onMessage(userUpdated, onFace),
    ]);
  }, []);
}
