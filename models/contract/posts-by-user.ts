import * as z from 'zod/mini';
import { call } from './define.js';
import { id, paging } from './parts.js';
import { post } from './posts.js';

const feature = 'posts';

export const getPostsByUser = call({
  name: 'getPostsByUser',
  feature,
  method: 'GET',
  path: '/posts/get_posts_by_user',
  auth: 'optional',
  policy: 'profile.see',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ ...paging, user_id: id }),
  data: z.array(post),
  summary: "A person's posts that the caller may see, newest first.",
  errors: ['not_found', 'forbidden'],
});
