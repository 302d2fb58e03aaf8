import * as z from 'zod/mini';
import { call, message } from './define.js';
import { count, id } from './parts.js';

const feature = 'people';

export const person = z.object({ ID: id, Name: z.string(), Image: z.string() });
/** A person in a list, with the viewer's follow and its version: also of one taken back; 0 if there was none, and for a visitor. */
export const personCard = z.extend(person, { Is_Following: z.boolean(), Follow_Version: z.number() });
export type PersonCard = z.output<typeof personCard>;

const followAnswer = z.object({ Is_Following: z.boolean(), Followers: count, Following: count, rev: z.number(), version: z.number() });

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

/** All counters of a person, absolute; `rev` decides which is newer. */
export const profileCounts = message(
  'profile:counts',
  ['profile'],
  z.object({ user_id: id, Followers: count, Following: count, rev: z.number() }),
);
