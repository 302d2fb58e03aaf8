import type { FastifyInstance } from 'fastify';
import { adoptingImage, creatingWithImage } from '#gateway/plugins/adopt-image';
import { route } from '#gateway/plugins/calls';
import { createPost, deletePost, getAllPosts, getPost, getPostsBySociety, likePost, unlikePost, updatePost } from '#models/contract/posts';
import { getPostsByUser } from '#models/contract/posts-by-user';
import { likePostAction, unlikePostAction } from './likes.actions.js';
import {
  createPostAction,
  deletePostAction,
  getAllPostsAction,
  getPostAction,
  getPostsBySocietyAction,
  getPostsByUserAction,
  updatePostAction,
} from './posts.actions.js';

export function postsRoutes(app: FastifyInstance): void {
  route(app, getAllPosts, getAllPostsAction);
  route(app, getPostsBySociety, getPostsBySocietyAction);
  route(app, getPostsByUser, getPostsByUserAction);
  route(app, getPost, getPostAction);
  route(app, createPost, ...creatingWithImage(app, createPostAction));
  route(app, updatePost, ...adoptingImage(app, updatePostAction));
  route(app, deletePost, deletePostAction);
  route(app, likePost, likePostAction);
  route(app, unlikePost, unlikePostAction);
}
