import * as z from 'zod/mini';
import { call, message } from './define.js';
import { fieldTexts } from './errors.js';
import { lengths } from './limits.js';
import { empty, freeText, id } from './parts.js';
import { sharedSociety, societyFields, visibility, whoCan } from './societies.js';

const feature = 'societies';

const toggle = z.optional(z.boolean(fieldTexts.wrong_type));
const maybeWho = z.optional(whoCan);

/** Fields of the settings page; absent ones stay as they are, also inside a section. */
export const societySettings = z.object({
  name: z.optional(societyFields.name),
  description: z.optional(societyFields.description),
  category: z.optional(societyFields.category),
  image: z.optional(societyFields.image),
  question: z.optional(freeText(lengths.question)),
  tags: z.optional(societyFields.tags),
  rules: z.optional(societyFields.rules),
  contactEmail: z.optional(societyFields.contactEmail),
  website: z.optional(societyFields.website),
  privacy: z.optional(
    z.object(
      { visibility: z.optional(visibility), joinApproval: toggle, memberListVisible: toggle, eventsVisible: toggle },
      fieldTexts.wrong_type,
    ),
  ),
  permissions: z.optional(z.object({ whoCanPost: maybeWho, whoCanCreateEvents: maybeWho, whoCanInvite: maybeWho }, fieldTexts.wrong_type)),
  notifications: z.optional(
    z.object(
      { newMemberNotifications: toggle, eventReminders: toggle, weeklyDigest: toggle, emailNotifications: toggle },
      fieldTexts.wrong_type,
    ),
  ),
});
export type SocietySettings = z.output<typeof societySettings>;

export const updateInfo = call({
  name: 'updateInfo',
  feature,
  method: 'PUT',
  path: '/societies/update_info',
  auth: 'required',
  policy: 'society.edit',
  rate: 'write',
  status: 204,
  input: z.extend(societySettings, { society_id: id }),
  data: empty,
  summary: "A society's settings; what is not sent stays as it is.",
  errors: ['not_found', 'forbidden', 'name_taken'],
});

export const societyUpdated = message('society:updated', ['societies', 'societyPublic'], sharedSociety);
/** Changed visibility: non-members drop what is closed now, and lists fetch what is open now. `restored`: its members have it back. */
export const societyVisibility = message(
  'society:visibility',
  ['feed', 'societies', 'events', 'society', 'societyPublic'],
  z.object({ society_id: id, visibility, eventsVisible: z.boolean(), restored: z.optional(z.literal(true)) }),
);
