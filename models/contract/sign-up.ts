import * as z from 'zod/mini';
import { email, newPassword } from './auth.js';
import { consentTo } from './consents.js';
import { call } from './define.js';
import { fieldTexts } from './field-texts.js';
import { lengths } from './limits.js';
import { id, line, personName } from './parts.js';

const feature = 'auth';

export const register = call({
  name: 'register',
  feature,
  method: 'POST',
  path: '/auth/register',
  auth: 'none',
  policy: null,
  rate: 'register',
  status: 201,
  input: z.object({
    name: personName,
    email,
    password: newPassword,
    student_id: line(lengths.studentId, fieldTexts.student_id_required),
    photo: z
      .string(fieldTexts.photo_required)
      .check(z.trim(), z.minLength(1, fieldTexts.photo_required), z.maxLength(lengths.photoData, fieldTexts.too_long)),
    /** To the terms and to the privacy policy. */
    consents: z.optional(z.object({ terms: consentTo('terms'), privacy: consentTo('privacy') })),
  }),
  data: z.object({ ID: id, Verified: z.boolean() }),
  summary: 'Register an account. Where it is not `Verified`, a mail with a link is on its way to the address.',
  errors: ['registration_conflict', 'passwords_off', 'pictures_busy'],
});
