import type { FastifyInstance } from 'fastify';
import { adoptingImage } from '#gateway/plugins/adopt-image';
import { route } from '#gateway/plugins/calls';
import { updateProfile } from '#models/contract/profile-changes';
import { getPublicProfile, getUserProfileInfo, updatePreferences } from '#models/contract/profiles';
import { getUserProfileInfoAction, makeUpdateProfile } from './own-profile.actions.js';
import { updatePreferencesAction } from './preferences.actions.js';
import { getPublicProfileAction } from './public-profile.actions.js';

export function profilesRoutes(app: FastifyInstance): void {
  route(app, getUserProfileInfo, getUserProfileInfoAction);
  route(app, updateProfile, ...adoptingImage(app, makeUpdateProfile({ ...app.settings, limits: app.rateLimits })));
  route(app, updatePreferences, updatePreferencesAction);
  route(app, getPublicProfile, getPublicProfileAction);
}
