import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { createComment, deleteComment, getComments } from '#models/contract/comments';
import { createCommentAction, deleteCommentAction, getCommentsAction } from './comments.actions.js';

export function commentsRoutes(app: FastifyInstance): void {
  route(app, getComments, getCommentsAction);
  route(app, createComment, createCommentAction);
  route(app, deleteComment, deleteCommentAction);
}
