import * as z from 'zod/mini';
import { call } from './define.js';
import { id, paging } from './parts.js';
import { personCard } from './people.js';

const feature = 'people';

const ofUser = z.object({ ...paging, user_id: id });

export const getFollowers = call({
  name: 'getFollowers',
  feature,
  method: 'GET',
  path: '/users/get_followers',
  auth: 'required',
  policy: 'profile.see',
  rate: 'read',
  status: 200,
  list: true,
  input: ofUser,
  data: z.array(personCard),
  summary: 'Who follows a person, the newest first.',
  errors: ['not_found', 'forbidden'],
});

export const getFollowing = call({
  name: 'getFollowing',
  feature,
  method: 'GET',
  path: '/users/get_following',
  auth: 'required',
  policy: 'profile.see',
  rate: 'read',
  status: 200,
  list: true,
  input: ofUser,
  data: z.array(personCard),
  summary: 'Whom a person follows, the newest first.',
  errors: ['not_found', 'forbidden'],
});
