import * as z from 'zod/mini';
import { call } from './define.js';
import { fieldTexts } from './field-texts.js';
import { id } from './parts.js';
import { visibility } from './societies.js';
import { societyFields } from './society-settings.js';

const feature = 'societies';

export const createSociety = call({
  name: 'createSociety',
  feature,
  method: 'POST',
  path: '/societies/create_society',
  auth: 'required',
  policy: 'society.create',
  rate: 'write',
  status: 201,
  input: z.object({
    ...societyFields,
    visibility: z._default(visibility, 'public'),
    image: z._default(societyFields.image, ''),
    joinApproval: z._default(z.boolean(fieldTexts.wrong_type), true),
    tags: z._default(societyFields.tags, []),
    rules: z._default(societyFields.rules, ''),
    contactEmail: z._default(societyFields.contactEmail, ''),
    website: z._default(societyFields.website, ''),
  }),
  data: id,
  summary: 'Make a society; its creator becomes its admin. The data is its id.',
  errors: ['name_taken'],
});
