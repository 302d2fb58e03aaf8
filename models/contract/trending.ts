import * as z from 'zod/mini';
import { call, message } from './define.js';
import { cardSize, time, wholeNumber } from './parts.js';
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
    days: wholeNumber(30, 7),
  }),
  data: z.array(trendingPost),
  summary: 'The open posts that move most, the same for all.',
});

export const cardsTrending = message('cards:trending', ['feed'], z.object({ items: z.array(sharedTrendingPost), computedAt: time }));
