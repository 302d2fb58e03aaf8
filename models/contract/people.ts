import * as z from 'zod/mini';
import { call, message } from './define.js';
import { count, id, paging } from './parts.js';

const feature = 'people';

const person = z.object({ ID: id, Name: z.string(), Image: z.string() });
/** A person in a list, with the viewer's follow and its version: also of one taken back; 0 if there was none, and for a visitor. */
export const personCard = z.extend(person, { Is_Following: z.boolean(), Follow_Version: z.number() });
export type PersonCard = z.output<typeof personCard>;
/** A person whom the viewer has blocked, with the version of the block. */
const blockedPerson = z.extend(person, { Block_Version: z.number() });

const followAnswer = z.object({ Is_Following: z.boolean(), Followers: count, Following: count, rev: z.number(), version: z.number() });
const blockAnswer = z.object({ blocked: z.boolean(), version: z.number() });

export const followUser = call({
  name: 'followUser',
  feature,
  method: 'POST',
  path: '/users/follow',
  auth: 'required',
  policy: 'person.follow',
  rate: 'write',
  status: 200,
  input: z.object({ user_id: id }),
  data: followAnswer,
  summary: 'Follow somebody; twice is once. The counts are theirs.',
  errors: ['not_found', 'forbidden'],
});

export const unfollowUser = call({
  name: 'unfollowUser',
  feature,
  method: 'POST',
  path: '/users/unfollow',
  auth: 'required',
  policy: 'person.part',
  rate: 'write',
  status: 200,
  input: z.object({ user_id: id }),
  data: followAnswer,
  summary: 'Take a follow back.',
  errors: ['not_found', 'forbidden'],
});

export const blockUser = call({
  name: 'blockUser',
  feature,
  method: 'POST',
  path: '/users/block',
  auth: 'required',
  policy: 'person.part',
  rate: 'write',
  status: 200,
  input: z.object({ user_id: id }),
  data: blockAnswer,
  summary: "Block somebody: neither sees the other's posts, comments and profile.",
  errors: ['not_found', 'forbidden'],
});

export const unblockUser = call({
  name: 'unblockUser',
  feature,
  method: 'POST',
  path: '/users/unblock',
  auth: 'required',
  policy: 'person.part',
  rate: 'write',
  status: 200,
  input: z.object({ user_id: id }),
  data: blockAnswer,
  summary: 'Take a block back.',
  errors: ['not_found', 'forbidden'],
});

export const getBlocked = call({
  name: 'getBlocked',
  feature,
  method: 'GET',
  path: '/users/get_blocked',
  auth: 'required',
  policy: null,
  rate: 'read',
  status: 200,
  list: true,
  input: z.object(paging),
  data: z.array(blockedPerson),
  summary: 'Whom the caller has blocked, the newest first.',
});

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

/** All counters of a person, absolute; `rev` decides which is newer. */
export const profileCounts = message(
  'profile:counts',
  ['profile'],
  z.object({ user_id: id, Followers: count, Following: count, rev: z.number() }),
);
