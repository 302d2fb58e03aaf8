import type { InputOf } from '#models/contract/define';
import { fieldTexts } from '#models/contract/errors';
import { type UserProfile, updateProfile } from '#models/contract/profiles';
import { faultOf } from '@/lib/form-fields';
import type { FormErrors } from '@/lib/use-form';

export interface ProfileValues {
  name: string;
  email: string;
  phone: string;
  bio: string;
  image: string;
  /** Asked for where the address changes. */
  password: string;
}

/** Under what changes of the own profile are kept while they are typed. */
export const profileDraft = 'profile';

/** An address that waits to be verified is the one that is wanted. */
export const valuesOf = ({ Name, Email, Pending_Email, Phone_Number, Bio, Image }: UserProfile): ProfileValues => ({
  name: Name,
  email: Pending_Email ?? Email,
  phone: Phone_Number,
  bio: Bio,
  image: Image,
  password: '',
});

const { name, email, phone, bio } = updateProfile.input.shape;
const rules = { name, email, phone, bio };

/** Whether saving changes the address; that needs the password. */
export const isNewAddress = (values: ProfileValues, profile: UserProfile): boolean => values.email.trim() !== valuesOf(profile).email;

/** What is wrong before anything is sent. */
export function faultsOf(values: ProfileValues, profile: UserProfile): FormErrors<ProfileValues> {
  const found = (Object.keys(rules) as (keyof typeof rules)[]).map((name) => [name, faultOf(rules[name], values[name])] as const);
  const password = isNewAddress(values, profile) && values.password === '' ? fieldTexts.password_required : undefined;
  return Object.fromEntries([...found, ['password', password] as const].filter(([, fault]) => fault !== undefined));
}

/** What differs from the profile: what is absent stays. */
export function changesOf(values: ProfileValues, profile: UserProfile): InputOf<typeof updateProfile> {
  const before = valuesOf(profile);
  const { password, ...told } = values;
  const names = Object.keys(told) as (keyof typeof told)[];
  const changed = names.filter((name) => told[name].trim() !== before[name]);
  return {
    ...Object.fromEntries(changed.map((name) => [name, told[name].trim()])),
    ...(isNewAddress(values, profile) ? { password } : {}),
  };
}
