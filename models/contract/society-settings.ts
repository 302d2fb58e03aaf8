import * as z from 'zod/mini';
import { call } from './define.js';
import { fieldTexts } from './field-texts.js';
import { lengths } from './limits.js';
import { empty, freeText, id, image, line, name, shownEmail, text, website } from './parts.js';
import { societyCategories, visibility, whoCan } from './societies.js';

const feature = 'societies';

const toggle = z.optional(z.boolean(fieldTexts.wrong_type));
const maybeWho = z.optional(whoCan);

/** Tags offered for a society; its admins may write others. */
export const societyTags = [
  'Student-led',
  'Beginner-friendly',
  'Advanced',
  'Networking',
  'Mentorship',
  'Competition',
  'Workshop',
  'Discussion',
  'Hands-on',
  'Theory',
  'Practical',
  'Online',
  'In-person',
  'Hybrid',
  'Free',
  'Paid',
  'Certification',
] as const;

/** Editable fields of a society, for its creation and its settings. */
export const societyFields = {
  name: name(fieldTexts.society_name_required, { least: 3, text: fieldTexts.society_name_short }),
  description: text(lengths.description, fieldTexts.description_required, { least: 20, text: fieldTexts.description_short }),
  category: z.enum(societyCategories, fieldTexts.category_required),
  image,
  tags: z.array(line(lengths.tag), fieldTexts.wrong_type).check(z.maxLength(lengths.tags, fieldTexts.too_long)),
  rules: freeText(lengths.rules),
  contactEmail: shownEmail,
  website,
} as const;

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
