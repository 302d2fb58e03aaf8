import { lengths } from '#models/contract/limits';
import { freeText } from '#models/contract/parts';
import {
  type Society,
  type SocietyNotifications,
  type SocietyPermissions,
  type SocietyPrivacy,
  societyFields,
} from '#models/contract/societies';
import { type Fields, faultOf } from '@/lib/form-fields';
import type { FormErrors } from '@/lib/use-form';

/** What is written of a society, by the contract's names. */
interface Written {
  name: string;
  description: string;
  category: string;
  image: string;
  question: string;
  tags: string[];
  rules: string;
  contactEmail: string;
  website: string;
}
/** All that can be said and set of a society, as a form holds it. */
export type SocietyValues = Written & SocietyPrivacy & SocietyPermissions & SocietyNotifications;
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

/** A society as its form begins; what is not known of it yet is as in `known`. */
export const valuesOf = (society: Society, known: SocietyValues = blank): SocietyValues => ({
  ...known,
  name: society.Name,
  description: society.Description,
  category: society.Category,
  image: society.Image,
  question: society.Question,
  tags: society.Tags,
  rules: society.Rules,
  contactEmail: society.Contact_Email,
  website: society.Website,
  ...society.Privacy,
  ...society.Permissions,
  ...society.Notifications,
});

const rules = { ...societyFields, question: freeText(lengths.question) };
export const writtenNames = Object.keys(rules) as (keyof typeof rules)[];

/** A text as it is sent; tags are taken as they are. */
export const tidy = <T>(value: T): T => (typeof value === 'string' ? (value.trim() as T) : value);

/** What is wrong with some of the fields, by the contract's own rules: the first that each says. */
export function faultsOf(values: SocietyValues, names: readonly (keyof typeof rules)[] = writtenNames): SocietyFaults {
  const faults: SocietyFaults = {};
  for (const name of names) {
    const fault = faultOf(rules[name], values[name]);
    if (fault) faults[name] = fault;
  }
  return faults;
}

/** Errors of an answer that belong under fields of the form. */
export const faultsFrom = (fields: Readonly<Record<string, string>>): SocietyFaults =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name in blank));
