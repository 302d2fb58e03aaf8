import * as z from 'zod/mini';
import { call } from './define.js';
import { fieldTexts } from './field-texts.js';
import { lengths } from './limits.js';
import { id, image, instant, nullable, paging, text, time } from './parts.js';
import { poll, pollInput } from './poll-fields.js';
import { postKind } from './post-kinds.js';
import { post } from './posts.js';

const feature = 'posts';

/** A draft or a scheduled post. Only its author gets it, by any call. */
export const plannedPost = z.object({
  ID: id,
  Society_ID: id,
  Society_Name: z.string(),
  Content: z.string(),
  Image: z.string(),
  Kind: nullable(postKind),
  Poll: nullable(poll),
  /** Null for a draft. */
  Publish_At: nullable(time),
  /** Time at which it was not published, since its author might no longer post there; null otherwise. */
  Refused_At: nullable(time),
  CreatedAt: time,
  version: z.number(),
});
export type PlannedPost = z.output<typeof plannedPost>;

export const getPlannedPosts = call({
  name: 'getPlannedPosts',
  feature,
  method: 'GET',
  path: '/posts/get_planned_posts',
  auth: 'required',
  policy: null,
  rate: 'read',
  status: 200,
  list: true,
  input: z.object(paging),
  data: z.array(plannedPost),
  summary: 'Own drafts and scheduled posts, newest first.',
});

export const planPost = call({
  name: 'planPost',
  feature,
  method: 'POST',
  path: '/posts/plan_post',
  auth: 'required',
  policy: 'society.post',
  rate: 'post',
  status: 201,
  input: z.object({
    society_id: id,
    content: text(lengths.post, fieldTexts.content_required),
    image: z._default(image, ''),
    kind: z.optional(postKind),
    poll: z.optional(pollInput),
    /** Null for a draft. */
    publish_at: z._default(nullable(instant), null),
  }),
  data: plannedPost,
  summary: 'Save a draft, or schedule a post: nobody else sees it before it is published.',
  errors: ['not_found', 'forbidden'],
});

export const updatePlannedPost = call({
  name: 'updatePlannedPost',
  feature,
  method: 'PUT',
  path: '/posts/update_planned_post',
  auth: 'required',
  policy: 'plannedPost.edit',
  rate: 'write',
  status: 200,
  input: z.object({
    planned_id: id,
    content: z.optional(text(lengths.post, fieldTexts.content_required)),
    image: z.optional(image),
    kind: z.optional(nullable(postKind)),
    publish_at: z.optional(nullable(instant)),
  }),
  data: plannedPost,
  summary: 'Edit an own draft or scheduled post, or change or remove its time.',
  errors: ['not_found'],
});

export const publishPlannedPost = call({
  name: 'publishPlannedPost',
  feature,
  method: 'POST',
  path: '/posts/publish_planned_post',
  auth: 'required',
  policy: 'plannedPost.edit',
  rate: 'post',
  status: 200,
  input: z.object({ planned_id: id }),
  data: post,
  summary: 'Publish an own draft or scheduled post now.',
  errors: ['not_found', 'forbidden'],
});

export const deletePlannedPost = call({
  name: 'deletePlannedPost',
  feature,
  method: 'DELETE',
  path: '/posts/delete_planned_post',
  auth: 'required',
  policy: 'plannedPost.edit',
  rate: 'write',
  status: 200,
  input: z.object({ planned_id: id }),
  data: z.object({ planned_id: id }),
  summary: 'Delete an own draft or scheduled post.',
  errors: ['not_found'],
});
