import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { blockUser, getBlocked, unblockUser } from '#models/contract/blocks';
import { getFollowers, getFollowing } from '#models/contract/follow-lists';
import { followUser, unfollowUser } from '#models/contract/people';
import { blockUserAction, getBlockedAction, unblockUserAction } from './blocks.actions.js';
import { followUserAction, getFollowersAction, getFollowingAction, unfollowUserAction } from './follows.actions.js';

export function peopleRoutes(app: FastifyInstance): void {
  route(app, followUser, followUserAction);
  route(app, unfollowUser, unfollowUserAction);
  route(app, blockUser, blockUserAction);
  route(app, unblockUser, unblockUserAction);
  route(app, getBlocked, getBlockedAction);
  route(app, getFollowers, getFollowersAction);
  route(app, getFollowing, getFollowingAction);
}
