import * as z from 'zod/mini';
import { call } from './define.js';
import { id, paging } from './parts.js';
import { person } from './people.js';

const feature = 'people';

/** A person whom the viewer has blocked, with the version of the block. */
const blockedPerson = z.extend(person, { Block_Version: z.number() });

const blockAnswer = z.object({ blocked: z.boolean(), version: z.number() });

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
