import type { InputOf } from '#models/contract/define';
import { type UserProfile, updateProfile } from '#models/contract/profiles';
import { faultOf } from '@/lib/form-fields';
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

const { name, email, phone, bio } = updateProfile.input.shape;
const rules = { name, email, phone, bio };

/** What is wrong before anything is sent. */
export function faultsOf(values: ProfileValues): FormErrors<ProfileValues> {
  const found = (Object.keys(rules) as (keyof typeof rules)[]).map((name) => [name, faultOf(rules[name], values[name])] as const);
  return Object.fromEntries(found.filter(([, fault]) => fault !== undefined));
}

/** What differs from the profile: what is absent stays. */
export function changesOf(values: ProfileValues, profile: UserProfile): InputOf<typeof updateProfile> {
  const before = valuesOf(profile);
  const names = Object.keys(values) as (keyof ProfileValues)[];
  const changed = names.filter((name) => values[name].trim() !== before[name]);
  return Object.fromEntries(changed.map((name) => [name, values[name].trim()]));
}
