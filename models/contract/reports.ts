import * as z from 'zod/mini';
import { call, message } from './define.js';
import { fieldTexts } from './errors.js';
import { lengths } from './limits.js';
import { id, nullable, text, time } from './parts.js';

export const report = z.object({
  ID: id,
  kind: z.enum(['post', 'comment', 'event', 'society', 'user']),
  object: id,
  Society_ID: nullable(id),
  message: z.string(),
  User: id,
  User_Name: z.string(),
  CreatedAt: time,
  status: z.enum(['open', 'dismissed', 'removed', 'noted']),
  version: z.number(),
});
export type Report = z.output<typeof report>;

export const reportPost = call({
  name: 'reportPost',
  feature: 'reports',
  method: 'POST',
  path: '/report/report_post',
  auth: 'required',
  policy: 'post.report',
  rate: 'report',
  status: 200,
  creates: true,
  input: z.object({ post_id: id, message: text(lengths.report, fieldTexts.report_required) }),
  data: z.object({ ID: id }),
  summary: 'Report a post; one open report a user and post. The body field `user_id` may carry the token.',
  errors: ['not_found'],
});

export const reportCreated = message('report:created', ['societyModerators', 'platform'], z.object({ report }));
