import { membershipChanged } from '#models/contract/members';
import { postPoll } from '#models/contract/polls';
import {
  getAllPosts,
  getPost,
  getPostsBySociety,
  type Post,
  postCreated,
  postLikes,
  postRemoved,
  postUpdated,
  type SharedPost,
} from '#models/contract/posts';
import type { SocietyRole } from '#models/contract/societies';
import { api } from '@/lib/api';
import { currentStreamId, onRoomGap } from '@/lib/live';
import { cancelAndInvalidate } from '@/lib/query';
import { mayConcern } from '@/sync/access';
import { on, onEviction, registerEffects } from '@/sync/effects';
import { createEntities } from '@/sync/entities';
import { isFollowed, onFollowChange } from '@/sync/followed';
import { defineList } from '@/sync/lists';
import { onOwnChange } from '@/sync/own-changes';
import { personRef } from '@/sync/people';
import { type ReferredStore, refBy } from '@/sync/refs';
import { societies, societyRef } from '@/sync/societies';
import { defineThings } from '@/sync/things';
import { mayModerate, me } from '@/sync/viewer';
import { setCurrentUpTo } from './post-room';

/** A list of posts: the feed or a part of it, or one society's posts. */
export type PostSource = { kind: 'feed'; part?: 'mine' | 'followed' } | { kind: 'society'; id: string };

const key = ['posts'];
const limit = 20;

interface AuthorRole {
  ID: string;
  Role: SocietyRole | null;
  rev: number;
}

const authorKey = (societyId: string, userId: string): string => `${societyId}/${userId}`;

/** Roles of authors that changed since the page was loaded, by society and person. The society's `rev` orders them. */
const authorRoles = createEntities<AuthorRole>({ orderedBy: { rev: ['Role'] } });

/** All loaded posts. */
export const posts = createEntities<Post>({
  name: 'posts',
  orderedBy: {
    rev: ['Likes', 'Comments', 'CommentsCount'],
    Like_Version: ['Is_Liked'],
    Poll_Rev: ['Poll_Votes', 'Poll_Voters'],
    Vote_Version: ['My_Vote'],
  },
  refs: [
    personRef('User', { Name: 'User_Name', Image: 'User_Image' }),
    societyRef('Society_ID', { Name: 'Society_Name', Category: 'Society_Category' }),
    refBy<Post, AuthorRole>(authorRoles as ReferredStore<AuthorRole>, (post) => authorKey(post.Society_ID, post.User), {
      Role: 'User_Role',
    }),
  ],
});

/** The order of lists of posts. */
export const byNewest = (a: Post, b: Post): number => b.CreatedAt.localeCompare(a.CreatedAt) || b.ID.localeCompare(a.ID);

/** Whether a society's posts belong to a part of the feed. */
function isInPart(society: string, part: 'mine' | 'followed' | undefined): boolean {
  if (part === 'followed') return isFollowed(society);
  return part === undefined || Boolean(societies.get(society)?.Role);
}

/** Lists of posts, newest first; a society's first page has its pinned posts, too. */
export const postList = defineList({
  key: [...key, 'list'],
  call: getAllPosts,
  input: (source: PostSource) => ({ limit, ...(source.kind === 'feed' && source.part && { feed: source.part }) }),
  fetch: async (source, cursor, signal, ask) => {
    if (source.kind === 'feed') return ask();
    const answer = await api(getPostsBySociety, { society_id: source.id, limit, ...(cursor && { cursor }) }, { signal });
    // The server puts pinned posts first. Here `usePinnedFirst` does, so that new posts are at the head, where they are held back.
    return { ...answer, data: answer.data.toSorted(byNewest) };
  },
  entities: posts,
  order: byNewest,
  matches: ({ Society_ID }, source) => (source.kind === 'feed' ? isInPart(Society_ID, source.part) : Society_ID === source.id),
  hold: 'always',
  access: (society, source) => source.kind === 'feed' || source.id === society,
  onFetched: setCurrentUpTo,
});

/** Single posts. */
export const onePost = defineThings({
  key: (id) => [...key, 'one', id],
  call: getPost,
  input: (post_id) => ({ post_id }),
  entities: posts,
  access: (society, id) => mayConcern(posts.get(id)?.Society_ID, society),
  onFetched: (id, streamId) => setCurrentUpTo([id], streamId),
});

type Counters = Pick<Post, 'Likes' | 'CommentsCount' | 'rev'>;

/** Applies a post's counters from a message or an answer. */
export const applyCounts = (id: string, { Likes, CommentsCount, rev }: Counters): void =>
  posts.patch(id, { Likes, CommentsCount, Comments: CommentsCount, rev });

/** Applies the viewer's own like from a message or an answer. */
export const applyOwnLike = (id: string, Is_Liked: boolean, Like_Version: number): void => posts.patchOwn(id, { Is_Liked, Like_Version });

/** Fetches the viewer's own like of a restored post; whatever fails is fetched with the next list. */
const loadOwn = (id: string): void => void onePost.load(id).catch(() => {});

/**
 * Inserts a broadcast post into its lists; a new one gets the viewer's own fields, which a broadcast cannot contain. One that was
 * restored may have the viewer's like, which is fetched.
 */
export function mergeBroadcast(post: SharedPost): void {
  const own = post.User === me();
  const loaded = posts.confirmed(post.ID);
  const Can = { edit: own, delete: own || mayModerate(post.Society_ID), report: me() !== undefined && !own };
  if (!loaded) setCurrentUpTo([post.ID], currentStreamId());
  const noVote = post.Poll && { My_Vote: [], Vote_Version: 0 };
  postList.insert({ Is_Liked: false, Like_Version: 0, ...noVote, Can, ...loaded, ...post }, own);
  if (!loaded && post.version > 1) loadOwn(post.ID);
}

/** Applies an edit. A change of a pin also changes which posts the first page of the society has. */
function updateFromBroadcast(post: SharedPost): void {
  const isPinChanged = post.Pinned_Until !== posts.confirmed(post.ID)?.Pinned_Until;
  posts.patch(post.ID, post);
  if (isPinChanged) postList.refetchSoon({ kind: 'society', id: post.Society_ID });
}

registerEffects('posts', [
  on(postCreated, mergeBroadcast),
  on(postUpdated, updateFromBroadcast),
  on(postRemoved, ({ post_id, version }) => postList.remove(post_id, version)),
  on(postPoll, ({ post_id, rev: _rev, ...counts }) => posts.patch(post_id, counts)),
  on(postLikes, ({ post_id, ...counts }) => applyCounts(post_id, counts)),
  on(membershipChanged, ({ society_id, user_id, Role, rev }) => {
    authorRoles.merge([{ ID: authorKey(society_id, user_id), Role, rev }]);
  }),
]);
// The message does not have the choices.
onOwnChange('vote', ({ id, version }) => {
  if (version > (posts.confirmed(id)?.Vote_Version ?? version)) loadOwn(id);
});
onOwnChange('like', ({ id, on: isLiked, version }) => applyOwnLike(id, isLiked, version));

onFollowChange(() => void postList.refetch({ kind: 'feed', part: 'followed' }));

const refetch = (): Promise<void> => cancelAndInvalidate(key);
onEviction((rooms) => {
  if (rooms.some(({ kind, id }) => kind === 'post' && !posts.isRemoved(id))) void refetch();
});

/** Refetches only this post and its comments when its room missed too much to be replayed. */
onRoomGap('post', async (id) => {
  try {
    await onePost.load(id);
    await cancelAndInvalidate(['comments', { post_id: id }]);
  } catch (error) {
    if (!onePost.isGone(error)) await refetch();
  }
});
