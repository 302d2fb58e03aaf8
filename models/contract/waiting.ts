import * as z from 'zod/mini';
import { call } from './define.js';
import { count, id, nothing, nullable } from './parts.js';

/** Numbers of what waits for the viewer's decision or answer. */
export const getWaiting = call({
  name: 'getWaiting',
  feature: 'reports',
  method: 'GET',
  path: '/report/get_waiting',
  auth: 'required',
  policy: null,
  rate: 'read',
  status: 200,
  input: nothing,
  data: z.object({
    /** Open reports and appeals of each society in which the viewer may decide, the one with the earliest due time first. */
    societies: z.array(z.object({ Society_ID: id, open: count })),
    /** Open reports and appeals that a platform admin may decide; null for others. */
    platform: nullable(count),
    /** Open tickets; null for others than platform admins. */
    tickets: nullable(count),
  }),
  summary: 'How many open reports, appeals and tickets the caller may decide or answer.',
});
