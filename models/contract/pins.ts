import * as z from 'zod/mini';
import { call } from './define.js';
import { id, instant } from './parts.js';
import { post } from './posts.js';

const feature = 'posts';

export const pinPost = call({
  name: 'pinPost',
  feature,
  method: 'POST',
  path: '/posts/pin_post',
  auth: 'required',
  policy: 'post.pin',
  rate: 'write',
  status: 200,
  input: z.object({ post_id: id, pinned_until: instant }),
  data: post,
  summary: "Pin a post to the top of its society's timeline until a time, or change that time.",
  errors: ['not_found', 'forbidden', 'pins_full'],
});

export const unpinPost = call({
  name: 'unpinPost',
  feature,
  method: 'POST',
  path: '/posts/unpin_post',
  auth: 'required',
  policy: 'post.pin',
  rate: 'write',
  status: 200,
  input: z.object({ post_id: id }),
  data: post,
  summary: 'Unpin a post before its time.',
  errors: ['not_found', 'forbidden'],
});
