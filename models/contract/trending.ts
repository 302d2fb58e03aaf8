import * as z from 'zod/mini';
import { call, message } from './define.js';
import { fieldTexts } from './errors.js';
import { cardSize, time } from './parts.js';
import { post, sharedPost } from './posts.js';

/** The first 50 characters of the content, then '...'. */
export const trendingPost = z.extend(post, { title: z.string(), score: z.number() });
const sharedTrendingPost = z.extend(sharedPost, { title: z.string(), score: z.number() });

export const getTrendingPosts = call({
  name: 'getTrendingPosts',
  feature: 'trending',
  method: 'GET',
  path: '/analytics/trending-posts',
  auth: 'optional',
  policy: 'post.see',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({
    limit: cardSize(3),
    days: z._default(
      z.coerce
        .number(fieldTexts.bad_number)
        .check(z.int(fieldTexts.bad_number), z.minimum(1, fieldTexts.bad_number), z.maximum(30, fieldTexts.bad_number)),
      7,
    ),
  }),
  data: z.array(trendingPost),
  summary: 'The open posts that move most, the same for all.',
});

export const cardsTrending = message('cards:trending', ['feed'], z.object({ items: z.array(sharedTrendingPost), computedAt: time }));
