import * as z from 'zod/mini';
import { call } from './define.js';
import { id, paging, time } from './parts.js';

const feature = 'members';

/** A banned person, and who banned them. */
export const ban = z.object({ ID: id, Name: z.string(), Photo: z.string(), Banned_At: time, Banned_By: z.string() });
export type Ban = z.output<typeof ban>;

export const unban = call({
  name: 'unban',
  feature,
  method: 'POST',
  path: '/societies/unban',
  auth: 'required',
  policy: 'member.manage',
  rate: 'write',
  status: 200,
  input: z.object({ society_id: id, user_id: id }),
  data: z.object({ society_id: id, user_id: id }),
  summary: 'Let somebody ask to join again.',
  errors: ['not_found', 'forbidden'],
});

export const getBans = call({
  name: 'getBans',
  feature,
  method: 'GET',
  path: '/societies/get_bans',
  auth: 'required',
  policy: 'society.manage',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ ...paging, society_id: id }),
  data: z.array(ban),
  summary: 'Who is banned from a society, the latest first.',
  errors: ['not_found', 'forbidden'],
});
