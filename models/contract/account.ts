import * as z from 'zod/mini';
import { password } from './auth.js';
import { call } from './define.js';
import { fieldTexts } from './field-texts.js';
import { nothing, time } from './parts.js';

const feature = 'account';

/** Boolean, also as text since it comes in a query. */
const yesOrNo = z.union([
  z.boolean(),
  z.pipe(
    z.enum(['true', 'false'], fieldTexts.wrong_type),
    z.transform((value) => value === 'true'),
  ),
]);

export const exportData = call({
  name: 'exportData',
  feature,
  method: 'GET',
  path: '/users/export_data',
  auth: 'required',
  policy: null,
  rate: 'export',
  status: 200,
  input: nothing,
  data: z.object({ exported_at: z.string(), collections: z.record(z.string(), z.array(z.unknown())) }),
  summary: "Everything that is kept of oneself, by collection, as it is stored; no password, no other people's.",
});

export const deleteAccount = call({
  name: 'deleteAccount',
  feature,
  method: 'DELETE',
  path: '/users/delete_account',
  auth: 'required',
  policy: null,
  rate: 'write',
  status: 200,
  bodyOnly: true,
  input: z.object({ password, keep_posts: z._default(yesOrNo, false) }),
  data: z.object({ Restorable_Until: z.optional(time) }),
  summary:
    "Delete one's account for good; posts and comments stay with 'Deleted user' only if `keep_posts` says so. The fields are read from a JSON body. Where the university sets a grace, the account is hidden at once and erased after `Restorable_Until`.",
  errors: ['wrong_password', 'only_admin', 'only_staff'],
});
