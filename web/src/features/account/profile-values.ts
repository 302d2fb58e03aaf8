import type { InputOf } from '#models/contract/define';
import { fieldTexts } from '#models/contract/errors';
import { lengths } from '#models/contract/limits';
import type { UserProfile, updateProfile } from '#models/contract/profiles';
import { looksLikeEmail } from '@/lib/email';
import type { FormErrors } from '@/lib/use-form';

export interface ProfileValues {
  name: string;
  email: string;
  phone: string;
  bio: string;
  image: string;
}

/** An address that waits to be verified is the one that is wanted. */
export const valuesOf = ({ Name, Email, Pending_Email, Phone_Number, Bio, Image }: UserProfile): ProfileValues => ({
  name: Name,
  email: Pending_Email ?? Email,
  phone: Phone_Number,
  bio: Bio,
  image: Image,
});

/** What is wrong before anything is sent. */
export function faultsOf({ name, email, phone, bio }: ProfileValues): FormErrors<ProfileValues> {
  const faults: FormErrors<ProfileValues> = {};
  if (!name.trim()) faults.name = fieldTexts.name_required;
  else if (name.trim().length > lengths.name) faults.name = fieldTexts.too_long;
  if (!email.trim()) faults.email = fieldTexts.email_required;
  else if (!looksLikeEmail(email.trim())) faults.email = fieldTexts.email_invalid;
  if (phone.trim().length > lengths.phone) faults.phone = fieldTexts.too_long;
  if (bio.trim().length > lengths.bio) faults.bio = fieldTexts.too_long;
  return faults;
}

/** What differs from the profile: what is absent stays. */
export function changesOf(values: ProfileValues, profile: UserProfile): InputOf<typeof updateProfile> {
  const before = valuesOf(profile);
  const names = Object.keys(values) as (keyof ProfileValues)[];
  const changed = names.filter((name) => values[name].trim() !== before[name]);
  return Object.fromEntries(changed.map((name) => [name, values[name].trim()]));
}
