import * as z from 'zod/mini';
import { call, message } from './define.js';
import { fieldTexts } from './field-texts.js';
import { lengths } from './limits.js';
import { count, id, image, nullable, paging, shownId, text, time } from './parts.js';
import { poll, pollInput } from './poll-fields.js';
import { postKind } from './post-kinds.js';
import { societyRole } from './societies.js';

const feature = 'posts';

/** The part of a post that is equal for all viewers: sent in live messages. */
export const sharedPost = z.object({
  ID: id,
  Content: z.string(),
  Image: z.string(),
  User: shownId,
  User_Name: z.string(),
  User_Image: z.string(),
  User_Role: nullable(societyRole),
  Society_ID: id,
  Society_Name: z.string(),
  /** Not in the specification: the society's tile is drawn from id and category. */
  Society_Category: z.string(),
  Likes: count,
  Comments: count,
  CommentsCount: count,
  CreatedAt: time,
  Edited_At: nullable(time),
  /** Only on a post of a kind. */
  Kind: z.optional(postKind),
  /** Only on a post that was pinned: until when, which is past if the pin has ended or was ended. */
  Pinned_Until: z.optional(time),
  /** These four only on a post with a poll. `Poll_Votes`: for each option. */
  Poll: z.optional(poll),
  Poll_Votes: z.optional(z.array(count)),
  Poll_Voters: z.optional(count),
  Poll_Rev: z.optional(z.number()),
  rev: z.number(),
  version: z.number(),
});
export type SharedPost = z.output<typeof sharedPost>;
/** A post for one viewer. */
export const post = z.extend(sharedPost, {
  Is_Liked: z.boolean(),
  /** Version of the viewer's like, also of one taken back; 0 if there was none, and for a visitor. */
  Like_Version: z.number(),
  /** Only on a post with a poll: numbers of the chosen options, from 0; and the version of the vote, 0 if there is none. */
  My_Vote: z.optional(z.array(z.number())),
  Vote_Version: z.optional(z.number()),
  Can: z.object({ edit: z.boolean(), delete: z.boolean(), report: z.boolean() }),
});
export type Post = z.output<typeof post>;

export const getAllPosts = call({
  name: 'getAllPosts',
  feature,
  method: 'GET',
  path: '/posts/get_all_posts',
  auth: 'optional',
  policy: 'post.see',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ ...paging, feed: z.optional(z.enum(['mine', 'followed'], fieldTexts.unknown_choice)) }),
  data: z.array(post),
  summary: 'The feed: open posts and those of own societies, newest first; or only those of own or of followed societies.',
});

export const getPostsBySociety = call({
  name: 'getPostsBySociety',
  feature,
  method: 'GET',
  path: '/posts/get_posts_by_society',
  auth: 'optional',
  policy: 'society.posts',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ ...paging, society_id: id }),
  data: z.array(post),
  summary: "A society's posts: the pinned ones first, then newest first.",
  errors: ['not_found', 'forbidden'],
});

export const getPost = call({
  name: 'getPost',
  feature,
  method: 'GET',
  path: '/posts/get_post',
  auth: 'optional',
  policy: 'post.see',
  rate: 'read',
  status: 200,
  input: z.object({ post_id: id }),
  data: post,
  summary: 'One post.',
  errors: ['not_found'],
});

export const createPost = call({
  name: 'createPost',
  feature,
  method: 'POST',
  path: '/posts/create_post',
  auth: 'required',
  policy: 'society.post',
  rate: 'post',
  status: 201,
  input: z.object({
    society_id: z.string(fieldTexts.society_required).check(z.regex(/^[0-9a-f]{24}$/, fieldTexts.bad_id)),
    content: text(lengths.post, fieldTexts.content_required),
    image: z._default(image, ''),
    kind: z.optional(postKind),
    poll: z.optional(pollInput),
  }),
  data: post,
  summary: 'Post in an own society; with a kind, as one of its moderators and admins.',
  errors: ['not_found', 'forbidden'],
});

export const updatePost = call({
  name: 'updatePost',
  feature,
  method: 'PUT',
  path: '/posts/update_post',
  auth: 'required',
  policy: 'post.edit',
  rate: 'write',
  status: 200,
  input: z.object({ post_id: id, content: z.optional(text(lengths.post, fieldTexts.content_required)), image: z.optional(image) }),
  data: post,
  summary: 'Edit an own post within 24 hours; it is then shown as edited.',
  errors: ['not_found', 'forbidden'],
});

export const deletePost = call({
  name: 'deletePost',
  feature,
  method: 'DELETE',
  path: '/posts/delete_post',
  auth: 'required',
  policy: 'post.delete',
  rate: 'write',
  status: 200,
  input: z.object({ post_id: id }),
  data: z.object({ post_id: id, society_id: id }),
  summary: "Remove a post: its author, and the society's moderators and admins.",
  errors: ['not_found', 'forbidden'],
});

const likeAnswer = z.object({ Likes: count, CommentsCount: count, Is_Liked: z.boolean(), rev: z.number(), version: z.number() });

export const likePost = call({
  name: 'likePost',
  feature,
  method: 'POST',
  path: '/posts/like_post',
  auth: 'required',
  policy: 'post.like',
  rate: 'like',
  status: 200,
  input: z.object({ post_id: id }),
  data: likeAnswer,
  summary: 'Like a post; twice is once.',
  errors: ['not_found'],
});

export const unlikePost = call({
  name: 'unlikePost',
  feature,
  method: 'POST',
  path: '/posts/unlike_post',
  auth: 'required',
  policy: 'post.like',
  rate: 'like',
  status: 200,
  input: z.object({ post_id: id }),
  data: likeAnswer,
  summary: 'Take a like back.',
  errors: ['not_found'],
});

/** All counters of a post, absolute; `rev` decides which is newer. */
export const postCounts = z.object({ post_id: id, Likes: count, CommentsCount: count, rev: z.number() });

export const postCreated = message('post:created', ['feed', 'society'], sharedPost);
export const postUpdated = message('post:updated', ['feed', 'society', 'post'], sharedPost);
export const postRemoved = message(
  'post:removed',
  ['feed', 'society', 'post'],
  /** `version` of the removal: a post with a higher one has been restored since. */
  z.object({ post_id: id, society_id: id, version: z.number() }),
);
export const postLikes = message('post:likes', ['post'], postCounts);
export const typing = message('typing', ['post'], z.object({ post_id: id, user_id: id, User_Name: z.string() }));
