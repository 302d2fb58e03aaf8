import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { createPost, getAllPosts, getPostsBySociety, likePost, unlikePost } from '#models/contract/posts';
import { likePostAction, unlikePostAction } from './likes.actions.js';
import { createPostAction, getAllPostsAction, getPostsBySocietyAction } from './posts.actions.js';

export function postsRoutes(app: FastifyInstance): void {
  route(app, getAllPosts, getAllPostsAction);
  route(app, getPostsBySociety, getPostsBySocietyAction);
  route(app, createPost, createPostAction);
  route(app, likePost, likePostAction);
  route(app, unlikePost, unlikePostAction);
}
