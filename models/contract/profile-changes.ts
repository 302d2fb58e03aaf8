import * as z from 'zod/mini';
import { email, password } from './auth.js';
import { call } from './define.js';
import { lengths } from './limits.js';
import { freeLine, freeText, image, personName } from './parts.js';
import { notificationSettings, privacySettings, userProfile } from './profiles.js';

const feature = 'profiles';

export const updateProfile = call({
  name: 'updateProfile',
  feature,
  method: 'PUT',
  path: '/users/update_profile',
  auth: 'required',
  policy: 'account.edit',
  rate: 'write',
  status: 200,
  input: z.object({
    name: z.optional(personName),
    email: z.optional(email),
    password: z.optional(password),
    phone: z.optional(freeLine(lengths.phone)),
    bio: z.optional(freeText(lengths.bio)),
    image: z.optional(image),
    notifications: z.optional(z.partial(notificationSettings)),
    privacy: z.optional(z.partial(privacySettings)),
  }),
  data: userProfile,
  summary:
    'Change the own profile; what is absent stays. A changed e-mail address needs the `password`, is told to the old one, which can undo it for 7 days, and takes effect when it is verified.',
  errors: ['email_unverified', 'wrong_password', 'factor_first', 'email_taken'],
});
