import * as z from 'zod/mini';
import { call, message } from './define.js';
import { fieldTexts } from './field-texts.js';
import { lengths } from './limits.js';
import { count, id, paging, shownId, text, time } from './parts.js';
import { postCounts } from './posts.js';

const feature = 'comments';

export const sharedComment = z.object({
  ID: id,
  User: shownId,
  User_Name: z.string(),
  User_Photo: z.string(),
  Content: z.string(),
  CreatedAt: time,
  version: z.number(),
});
export const comment = z.extend(sharedComment, { Can: z.object({ delete: z.boolean(), report: z.boolean() }) });
export type SharedComment = z.output<typeof sharedComment>;
export type Comment = z.output<typeof comment>;

const counters = { Likes: count, CommentsCount: count, rev: z.number() };

export const getComments = call({
  name: 'getComments',
  feature,
  method: 'GET',
  path: '/comment/get_comments_by_post',
  auth: 'optional',
  policy: 'post.see',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ ...paging, post_id: id }),
  data: z.array(comment),
  summary: "A post's comments, oldest first.",
  errors: ['not_found'],
});

export const createComment = call({
  name: 'createComment',
  feature,
  method: 'POST',
  path: '/comment/create_comment',
  auth: 'required',
  policy: 'post.comment',
  rate: 'comment',
  status: 201,
  input: z.object({ post_id: id, content: text(lengths.comment, fieldTexts.content_required) }),
  data: z.extend(comment, counters),
  summary: 'Comment on a post; the answer carries the new counts too.',
  errors: ['not_found'],
});

export const deleteComment = call({
  name: 'deleteComment',
  feature,
  method: 'DELETE',
  path: '/comment/delete_comment',
  auth: 'required',
  policy: 'comment.delete',
  rate: 'write',
  status: 200,
  input: z.object({ comment_id: id }),
  data: z.object(counters),
  summary: 'Delete a comment.',
  errors: ['not_found', 'forbidden'],
});

export const commentCreated = message('comment:created', ['post'], z.extend(postCounts, { comment: sharedComment }));
/** `version` of the removal: a comment with a higher one has been restored since. */
export const commentRemoved = message('comment:removed', ['post'], z.extend(postCounts, { comment_id: id, version: z.number() }));
