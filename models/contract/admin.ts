import * as z from 'zod/mini';
import { call } from './define.js';
import { time } from './parts.js';

const feature = 'admin';

/** Path of the queue board; needs its cookie. */
export const boardPath = '/admin/queues';

export const openBoard = call({
  name: 'openBoard',
  feature,
  method: 'POST',
  path: '/admin/board_session',
  auth: 'required',
  policy: 'platform.manage',
  rate: 'write',
  status: 200,
  input: z.object({}),
  data: z.object({ link: z.string(), expires_at: time }),
  summary: 'Let this browser see the queue board for an hour, by a cookie for it alone.',
  errors: ['forbidden'],
});
