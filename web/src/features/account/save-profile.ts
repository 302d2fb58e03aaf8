import type { InputOf } from '#models/contract/define';
import { updateProfile } from '#models/contract/profiles';
import { api } from '@/lib/api';
import { upsertOwnProfile } from '@/lib/own-profile';

/** Saves what changed of the own profile; everything that shows it follows. Throws where it is not taken. */
export async function saveProfile(change: InputOf<typeof updateProfile>): Promise<void> {
  upsertOwnProfile((await api(updateProfile, change)).data);
}
