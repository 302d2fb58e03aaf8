import * as z from 'zod/mini';
import { call } from './define.js';
import { fieldTexts } from './field-texts.js';
import { notificationType } from './notifications.js';
import { count, id, nothing, nullable, time } from './parts.js';

export { userUpdated } from './person-changes.js';

const feature = 'profiles';

export const profileVisibilities = ['public', 'private', 'friends'] as const;

export const notificationSettings = z.object({
  emailNotifications: z.boolean(),
  pushNotifications: z.boolean(),
  societyUpdates: z.boolean(),
  eventReminders: z.boolean(),
});
export const privacySettings = z.object({
  profileVisibility: z.enum(profileVisibilities, fieldTexts.unknown_choice),
  showEmail: z.boolean(),
  showPhone: z.boolean(),
  allowMessages: z.boolean(),
  showSensitive: z.boolean(),
});

const channels = z.object({ app: z.boolean(), mail: z.boolean(), push: z.boolean() });
const clock = z.string(fieldTexts.wrong_type).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, fieldTexts.wrong_type));
const quietHours = z.object({ start: clock, end: clock });
const mostMuted = 500;

export const preferences = z.object({
  locale: nullable(z.enum(['en', 'ar'])),
  digits: nullable(z.enum(['latn', 'arab'])),
  theme: nullable(z.enum(['light', 'dark', 'system'])),
  quiet_hours: nullable(quietHours),
  /** Enabled channels by notification type. */
  types: z.record(notificationType, channels),
  muted_societies: z.array(id),
});
export type Preferences = z.output<typeof preferences>;

const counters = { Society_Count: count, Event_Count: count, Post_Count: count, Likes_Count: count };

/** Own profile, as the account page edits it. */
export const userProfile = z.object({
  ID: id,
  Name: z.string(),
  Email: z.string(),
  /** New address that is not verified yet. */
  Pending_Email: nullable(z.string()),
  Phone_Number: z.string(),
  Bio: z.string(),
  Image: z.string(),
  Create_Date: time,
  Role: z.enum(['user', 'admin']),
  Verified: z.boolean(),
  ...counters,
  Followers: count,
  Following: count,
  notifications: notificationSettings,
  privacy: privacySettings,
  preferences,
  /** Days for which a deleted account can be restored; absent where a deletion cannot be taken back. */
  Restorable_Days: z.optional(count),
  rev: z.number(),
  version: z.number(),
});
export type UserProfile = z.output<typeof userProfile>;

export const getUserProfileInfo = call({
  name: 'getUserProfileInfo',
  feature,
  method: 'GET',
  path: '/users/get_user_profile_info',
  auth: 'required',
  policy: null,
  rate: 'read',
  status: 200,
  input: nothing,
  data: userProfile,
  summary: 'Own profile, with notifications, privacy and preferences.',
});

export const updatePreferences = call({
  name: 'updatePreferences',
  feature,
  method: 'PUT',
  path: '/users/update_preferences',
  auth: 'required',
  policy: 'account.edit',
  rate: 'write',
  status: 200,
  input: z.object({
    locale: z.optional(preferences.shape.locale),
    digits: z.optional(preferences.shape.digits),
    theme: z.optional(preferences.shape.theme),
    quiet_hours: z.optional(preferences.shape.quiet_hours),
    types: z.optional(z.partialRecord(notificationType, z.partial(channels))),
    muted_societies: z.optional(z.array(id).check(z.maxLength(mostMuted, fieldTexts.too_long))),
    mute: z.optional(id),
    unmute: z.optional(id),
  }),
  data: z.object({ preferences, version: z.number() }),
  summary:
    'Change how Nadi looks and what it tells; what is absent stays. Only own societies can be muted; `mute` and `unmute` are about one of them, `muted_societies` is all of them.',
  errors: ['email_unverified'],
});

/** A person for one viewer: null for fields hidden by the person's privacy. */
export const publicProfile = z.object({
  ID: id,
  Name: z.string(),
  Image: z.string(),
  Email: nullable(z.string()),
  Phone_Number: nullable(z.string()),
  Bio: nullable(z.string()),
  Create_Date: nullable(time),
  Society_Count: nullable(count),
  Event_Count: nullable(count),
  Post_Count: nullable(count),
  Likes_Count: nullable(count),
  Followers: nullable(count),
  Following: nullable(count),
  Is_Following: z.boolean(),
  /** Version of the viewer's follow, also of one taken back; 0 if there was none, and for a visitor. */
  Follow_Version: z.number(),
  Can: z.object({ see: z.boolean(), follow: z.boolean(), block: z.boolean() }),
  rev: z.number(),
  version: z.number(),
});
export type PublicProfile = z.output<typeof publicProfile>;

export const getPublicProfile = call({
  name: 'getPublicProfile',
  feature,
  method: 'GET',
  path: '/users/get_user_public_profile',
  auth: 'optional',
  policy: 'person.see',
  rate: 'read',
  status: 200,
  input: z.object({ user_id: id, as: z.optional(z.enum(['visitor', 'follower'], fieldTexts.unknown_choice)) }),
  data: publicProfile,
  summary: "Somebody's profile, as their privacy shows it; one's own also as a visitor, or a follower followed back, sees it.",
  errors: ['not_found'],
});
