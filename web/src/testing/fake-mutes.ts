import { getUserProfileInfo, updatePreferences } from '#models/contract/profiles';
import { onCall, requests, yes } from './fake-server';
import { anOwnProfile, somePreferences } from './own-profile-fixtures';

/** Serves these muted societies and applies changes. */
export function serveMuted(...ids: string[]): void {
  let [muted, version] = [ids, 1];
  const preferences = () => somePreferences({ muted_societies: muted });
  onCall(getUserProfileInfo, () => yes(getUserProfileInfo, anOwnProfile({ preferences: preferences(), version })));
  onCall(updatePreferences, ({ body }) => {
    muted = muted.filter((id) => id !== body.mute && id !== body.unmute).concat(body.mute ?? []);
    version += 1;
    return yes(updatePreferences, { preferences: preferences(), version });
  });
}

/** Bodies of all calls to mute or unmute, in order. */
export const mutedAsked = (): unknown[] => requests.filter(({ path }) => path === updatePreferences.path).map(({ body }) => body);
