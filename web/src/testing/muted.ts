import { getUserProfileInfo, type Preferences, type UserProfile, updatePreferences } from '#models/contract/profiles';
import { onCall, requests, yes } from './server';
import { newId } from './things';

const profile = (muted_societies: string[], version: number): UserProfile => ({
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
  preferences: preferencesOf(muted_societies),
  rev: 1,
  version,
});
const preferencesOf = (muted_societies: string[]): Preferences => ({
  locale: null,
  digits: null,
  theme: null,
  quiet_hours: null,
  types: {} as Preferences['types'],
  muted_societies,
});

/** The gateway keeps these societies as muted, and changes them as it is told. */
export function serveMuted(...ids: string[]): void {
  let [muted, version] = [ids, 1];
  onCall(getUserProfileInfo, () => yes(getUserProfileInfo, profile(muted, version)));
  onCall(updatePreferences, ({ body }) => {
    muted = muted.filter((id) => id !== body.mute && id !== body.unmute).concat(body.mute ?? []);
    version += 1;
    return yes(updatePreferences, { preferences: preferencesOf(muted), version });
  });
}

/** What was sent to mute a society or to hear it again, in order. */
export const mutedAsked = (): unknown[] => requests.filter(({ path }) => path === updatePreferences.path).map(({ body }) => body);
