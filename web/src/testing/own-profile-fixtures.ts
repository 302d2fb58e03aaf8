import { notificationTypes } from '#models/contract/notifications';
import type { Preferences, UserProfile } from '#models/contract/profiles';
import { newId } from './fixtures';

/** Every type on every channel. */
const everything = Object.fromEntries(
  notificationTypes.map((type) => [type, { app: true, mail: true, push: true }]),
) as Preferences['types'];

export const somePreferences = (fields: Partial<Preferences> = {}): Preferences => ({
  locale: null,
  digits: null,
  theme: null,
  quiet_hours: null,
  types: everything,
  muted_societies: [],
  ...fields,
});

/** A user's own profile, as edited on the account page. */
export const anOwnProfile = (fields: Partial<UserProfile> = {}): UserProfile => ({
  ID: newId(),
  Name: 'Layla Haddad',
  Email: 'layla@uni.example',
  Pending_Email: null,
  Phone_Number: '',
  Bio: '',
  Image: '',
  Create_Date: '2026-01-01T00:00:00.000Z',
  Role: 'user',
  Verified: true,
  Society_Count: 0,
  Event_Count: 0,
  Post_Count: 0,
  Likes_Count: 0,
  Followers: 0,
  Following: 0,
  notifications: { emailNotifications: true, pushNotifications: true, societyUpdates: true, eventReminders: true },
  privacy: { profileVisibility: 'public', showEmail: false, showPhone: false, allowMessages: true, showSensitive: false },
  preferences: somePreferences(),
  rev: 1,
  version: 1,
  ...fields,
});
