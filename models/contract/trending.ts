import * as z from 'zod/mini';
import { call, message } from './define.js';
import { cardSize, count, id, time, wholeNumber } from './parts.js';
import { post, sharedPost } from './posts.js';

/** The first 50 characters of the content, then '...'. */
export const trendingPost = z.extend(post, { title: z.string(), score: z.number() });
export const sharedTrendingPost = z.extend(sharedPost, { title: z.string(), score: z.number() });

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

/** A society with what its score is made from (docs/trending.md). */
export const trendingSociety = z.object({
  ID: id,
  Name: z.string(),
  Image: z.string(),
  Category: z.string(),
  Member_Count: count,
  /** Of the last seven days. */
  New_Members: count,
  New_Posts: count,
  /** Of the next seven days. */
  Coming_Events: count,
  score: z.number(),
});

export const getTrendingSocieties = call({
  name: 'getTrendingSocieties',
  feature: 'trending',
  method: 'GET',
  path: '/analytics/trending-societies',
  auth: 'optional',
  policy: 'society.see',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ limit: cardSize(3) }),
  data: z.array(trendingSociety),
  /** Time of the card's computation; null without one. */
  counts: z.object({ computed_at: z.nullable(time) }),
  summary: 'The public societies where most happens for their size, the same for all.',
});

export const cardsTrending = message('cards:trending', ['feed'], z.object({ items: z.array(sharedTrendingPost), computedAt: time }));
