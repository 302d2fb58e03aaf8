import * as z from 'zod/mini';
import { call } from './define.js';
import { fieldTexts } from './field-texts.js';
import { count, id, nothing, nullable } from './parts.js';

const feature = 'societies';

/** How often a follower gets mail about a society. */
export const mailCadences = ['each', 'daily', 'weekly', 'never'] as const;
export const mailCadence = z.enum(mailCadences, fieldTexts.unknown_choice);
export type MailCadence = z.output<typeof mailCadence>;
/** The cadence of somebody who chose none. */
export const usualCadence: MailCadence = 'daily';

/** A society that the viewer follows. */
export const followedSociety = z.object({
  ID: id,
  Name: z.string(),
  Category: z.string(),
  Image: z.string(),
  Is_Following: z.boolean(),
  Follow_Version: z.number(),
  /** Null: as for all societies. */
  Cadence: nullable(mailCadence),
});
export type FollowedSociety = z.output<typeof followedSociety>;

const ofSociety = z.object({ society_id: id });
const followAnswer = z.object({ society_id: id, Is_Following: z.boolean(), version: z.number() });

export const followSociety = call({
  name: 'followSociety',
  feature,
  method: 'POST',
  path: '/societies/follow',
  auth: 'required',
  policy: 'society.follow',
  rate: 'write',
  status: 200,
  input: ofSociety,
  data: followAnswer,
  summary: 'Follow a public society without joining it; twice is once.',
  errors: ['not_found', 'forbidden'],
});

export const unfollowSociety = call({
  name: 'unfollowSociety',
  feature,
  method: 'POST',
  path: '/societies/unfollow',
  auth: 'required',
  policy: 'society.unfollow',
  rate: 'write',
  status: 200,
  input: ofSociety,
  data: followAnswer,
  summary: 'Take a follow of a society back.',
  errors: ['not_found', 'forbidden'],
});

export const getFollowedSocieties = call({
  name: 'getFollowedSocieties',
  feature,
  method: 'GET',
  path: '/societies/get_followed',
  auth: 'required',
  policy: null,
  rate: 'read',
  status: 200,
  list: true,
  input: nothing,
  data: z.array(followedSociety),
  counts: z.object({ followed: count, cadence: mailCadence }),
  summary: 'The societies that the caller follows, whole, with the mail cadence of each and the one for all.',
});

export const setMailCadence = call({
  name: 'setMailCadence',
  feature,
  method: 'PUT',
  path: '/societies/set_mail_cadence',
  auth: 'required',
  policy: 'account.edit',
  rate: 'write',
  status: 200,
  input: z.object({ society_id: z.optional(id), cadence: nullable(mailCadence) }),
  data: z.object({ society_id: nullable(id), cadence: nullable(mailCadence) }),
  summary:
    'How often mail brings news of a followed society; without `society_id`, of all that have no choice of their own. Null is the usual: for one society that of all, for all daily.',
  errors: ['not_found', 'email_unverified'],
});
