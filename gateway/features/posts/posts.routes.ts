import type { FastifyInstance } from 'fastify';
import { adoptingImage, creatingWithImage } from '#gateway/plugins/adopt-image';
import { route } from '#gateway/plugins/calls';
import { pinPost, unpinPost } from '#models/contract/pins';
import { deletePlannedPost, getPlannedPosts, planPost, publishPlannedPost, updatePlannedPost } from '#models/contract/planned-posts';
import { getPollVoters, votePoll } from '#models/contract/polls';
import { createPost, deletePost, getAllPosts, getPost, getPostsBySociety, likePost, unlikePost, updatePost } from '#models/contract/posts';
import { getPostsByUser } from '#models/contract/posts-by-user';
import { likePostAction, unlikePostAction } from './likes.actions.js';
import { pinPostAction, unpinPostAction } from './pins.actions.js';
import {
  deletePlannedPostAction,
  getPlannedPostsAction,
  planPostAction,
  publishPlannedPostAction,
  updatePlannedPostAction,
} from './planned-posts.actions.js';
import { getPollVotersAction, votePollAction } from './polls.actions.js';
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
  route(app, pinPost, pinPostAction);
  route(app, unpinPost, unpinPostAction);
  route(app, getPlannedPosts, getPlannedPostsAction);
  route(app, planPost, ...creatingWithImage(app, planPostAction));
  route(app, updatePlannedPost, ...adoptingImage(app, updatePlannedPostAction));
  route(app, publishPlannedPost, publishPlannedPostAction);
  route(app, deletePlannedPost, deletePlannedPostAction);
  route(app, votePoll, votePollAction);
  route(app, getPollVoters, getPollVotersAction);
  route(app, likePost, likePostAction);
  route(app, unlikePost, unlikePostAction);
}
