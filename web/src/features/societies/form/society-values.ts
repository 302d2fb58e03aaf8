import { lengths } from '#models/contract/limits';
import { freeText } from '#models/contract/parts';
import type { Society, SocietyNotifications, SocietyPermissions, SocietyPrivacy } from '#models/contract/societies';
import { societyFields } from '#models/contract/society-settings';
import { type Fields, faultOf } from '@/lib/form-fields';
import type { FormErrors } from '@/lib/use-form';

/** The texts of the forms by their names in the call's input, each with the society's field that shows it. */
export const fieldOfText = {
  name: 'Name',
  description: 'Description',
  category: 'Category',
  image: 'Image',
  question: 'Question',
  tags: 'Tags',
  rules: 'Rules',
  contactEmail: 'Contact_Email',
  website: 'Website',
} as const satisfies Record<string, keyof Society>;
export type SocietyTexts = { [K in keyof typeof fieldOfText]: Society[(typeof fieldOfText)[K]] };
/** All values of the society forms. */
export type SocietyValues = SocietyTexts & SocietyPrivacy & SocietyPermissions & SocietyNotifications;
export type SocietyFaults = FormErrors<SocietyValues>;
export type SocietyForm = Fields<SocietyValues>;

export const blank: SocietyValues = {
  name: '',
  description: '',
  category: '',
  image: '',
  question: '',
  tags: [],
  rules: '',
  contactEmail: '',
  website: '',
  visibility: 'public',
  joinApproval: true,
  memberListVisible: true,
  eventsVisible: true,
  whoCanPost: 'all-members',
  whoCanCreateEvents: 'moderators',
  whoCanInvite: 'all-members',
  newMemberNotifications: true,
  eventReminders: true,
  weeklyDigest: false,
  emailNotifications: true,
};

/** Initial form values of a society; fields that are not loaded come from `defaults`. */
export const valuesOf = (society: Society, defaults: SocietyValues = blank): SocietyValues => ({
  ...defaults,
  ...Object.fromEntries(Object.entries(fieldOfText).map(([name, field]) => [name, society[field]])),
  ...society.Privacy,
  ...society.Permissions,
  ...society.Notifications,
});

const rules = { ...societyFields, question: freeText(lengths.question) };
const textNames = Object.keys(rules) as (keyof typeof rules)[];

/** Trims a text; other values are returned unchanged. */
export const tidy = <T>(value: T): T => (typeof value === 'string' ? (value.trim() as T) : value);

/** Validates the named fields by the contract's rules; returns the first error of each. */
export function faultsOf(values: SocietyValues, names: readonly (keyof typeof rules)[] = textNames): SocietyFaults {
  const faults: SocietyFaults = {};
  for (const name of names) {
    const fault = faultOf(rules[name], values[name]);
    if (fault) faults[name] = fault;
  }
  return faults;
}

/** Picks the errors of an answer that belong to fields of the form. */
export const faultsFrom = (fields: Readonly<Record<string, string>>): SocietyFaults =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name in blank));
