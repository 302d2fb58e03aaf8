import * as z from 'zod/mini';
import { call } from './define.js';
import { lengths } from './limits.js';
import { id, paging, text, time } from './parts.js';
import { sharedSociety } from './societies.js';
import { societyFields } from './society-settings.js';

const feature = 'societies';

/** Time for which a deleted society can be restored. */
export const restorableDays = 30;

export const removedSociety = z.extend(sharedSociety, { Removed_At: time });
export type RemovedSociety = z.output<typeof removedSociety>;

export const deleteSociety = call({
  name: 'deleteSociety',
  feature,
  method: 'DELETE',
  path: '/societies/delete_society',
  auth: 'required',
  policy: 'society.delete',
  rate: 'write',
  status: 200,
  input: z.object({ society_id: id, confirm: text(lengths.name) }),
  data: z.object({ society_id: id, Removed_At: time }),
  summary: 'Delete a society with all that is in it; `confirm` is its name. For 30 days a platform admin can bring it back.',
  errors: ['not_found', 'forbidden', 'wrong_confirmation'],
});

export const getRemoved = call({
  name: 'getRemoved',
  feature,
  method: 'GET',
  path: '/societies/get_removed',
  auth: 'required',
  policy: 'removedSociety.list',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object(paging),
  data: z.array(removedSociety),
  summary: 'Societies that were deleted and can be brought back, the last one first.',
  errors: ['forbidden'],
});

export const restoreSociety = call({
  name: 'restoreSociety',
  feature,
  method: 'POST',
  path: '/societies/restore_society',
  auth: 'required',
  policy: 'society.restore',
  rate: 'write',
  status: 200,
  input: z.object({ society_id: id, name: z.optional(societyFields.name) }),
  data: sharedSociety,
  summary: 'Bring a deleted society back, under another name where its own has been taken.',
  errors: ['not_found', 'forbidden', 'name_taken', 'society_without_admin'],
});
