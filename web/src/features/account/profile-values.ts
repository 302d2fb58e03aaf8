import type { InputOf } from '#models/contract/define';
import { fieldTexts } from '#models/contract/field-texts';
import { updateProfile } from '#models/contract/profile-changes';
import type { UserProfile } from '#models/contract/profiles';
import { faultOf } from '@/lib/form-fields';
import type { FormErrors } from '@/lib/use-form';

/** Name of the draft of profile changes. */
export const profileDraft = 'profile';

/** Initial form values; a pending address replaces the current one. */
export const valuesOf = ({ Name, Email, Pending_Email, Phone_Number, Bio, Image }: UserProfile) => ({
  name: Name,
  email: Pending_Email ?? Email,
  phone: Phone_Number,
  bio: Bio,
  image: Image,
  /** Required if the address changes. */
  password: '',
});
export type ProfileValues = ReturnType<typeof valuesOf>;

const { name, email, phone, bio } = updateProfile.input.shape;
const rules = { name, email, phone, bio };

/** Whether saving changes the address, which requires the password. */
export const isNewAddress = (values: ProfileValues, profile: UserProfile): boolean => values.email.trim() !== valuesOf(profile).email;

/** Validates the form before sending. */
export function faultsOf(values: ProfileValues, profile: UserProfile): FormErrors<ProfileValues> {
  const found = (Object.keys(rules) as (keyof typeof rules)[]).map((name) => [name, faultOf(rules[name], values[name])] as const);
  const password = isNewAddress(values, profile) && values.password === '' ? fieldTexts.password_required : undefined;
  return Object.fromEntries([...found, ['password', password] as const].filter(([, fault]) => fault !== undefined));
}

/** The fields that differ from the profile; absent fields are not changed. */
export function changesOf(values: ProfileValues, profile: UserProfile): InputOf<typeof updateProfile> {
  const before = valuesOf(profile);
  const { password, ...fields } = values;
  const names = Object.keys(fields) as (keyof typeof fields)[];
  const changed = names.filter((name) => fields[name].trim() !== before[name]);
  return {
    ...Object.fromEntries(changed.map((name) => [name, fields[name].trim()])),
    ...(isNewAddress(values, profile) ? { password } : {}),
  };
}
