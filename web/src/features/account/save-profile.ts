import type { InputOf } from '#models/contract/define';
import { updateProfile } from '#models/contract/profile-changes';
import { api } from '@/lib/api';
import { upsertOwnProfile } from '@/sync/own-profile';

/** Saves profile fields and updates every view of the own profile. Throws if the server refuses. */
export async function saveProfile(change: InputOf<typeof updateProfile>): Promise<void> {
  upsertOwnProfile((await api(updateProfile, change)).data);
}
