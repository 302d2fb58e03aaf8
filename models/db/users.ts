import { notificationTypes } from '#models/contract/notifications';
import type { Preferences, UserProfile } from '#models/contract/profiles';
import type { MailCadence } from '#models/contract/society-follows';
import type { Account, User } from '#models/contract/users';
import { describeCollection } from './collections.js';
import { Loader } from './loader.js';
import {
  date,
  defineModel,
  due,
  dueIndex,
  flag,
  type Id,
  imageIndex,
  mark,
  maybeDate,
  maybeString,
  mixed,
  needed,
  number,
  on,
  optionalDate,
  optionalNumber,
  optionalString,
  recountIndex,
  ref,
  refs,
  string,
  toId,
  version,
} from './model.js';
import { type StaffGrant, scopesToWire } from './staff-rights.js';
import type { AccountGrace, FormerEmail } from './user-states.js';

/** Preferences of a person; null for a setting that was never chosen. */
export interface PreferencesDoc {
  locale: 'en' | 'ar' | null;
  digits?: 'latn' | 'arab' | null;
  theme?: 'light' | 'dark' | 'system' | null;
  /** HH:MM, local to the university; mail and push wait until they are over. */
  quietHours?: { start: string; end: string } | null;
  mutedSocieties: Id[];
  /** Muted types of notifications: entirely, by mail, and by push. */
  offTypes: string[];
  offMail?: string[];
  offPush?: string[];
}

export interface UserDoc {
  _id: Id;
  name: string;
  nameGrams: string[];
  email: string;
  emailFolded: string;
  verifiedAt: Date | null;
  /** A new address as typed; takes effect once it is verified. */
  pendingEmail: string | null;
  /** Recent former addresses, oldest first; absent without a change. */
  formerEmails?: FormerEmail[];
  studentId: string;
  /** Account at the university's identity provider; absent without a sign-in by it. */
  sso?: { issuer: string; subject: string };
  /** From the identity provider: student, faculty or staff; the faculty; the year of study. */
  affiliation?: string;
  faculty?: string;
  year?: number;
  passwordHash: string;
  /** `admin` is the scope `all`, whoever gave it. */
  role: 'user' | 'admin';
  /** Scopes given in the app; absent without any. That of `all` only says who gave the role. */
  staff?: StaffGrant[];
  image: string;
  bio: string;
  phone: string;
  privacy: {
    profileVisibility: 'public' | 'private' | 'friends';
    showEmail: boolean;
    showPhone: boolean;
    allowMessages: boolean;
    showSensitive: boolean;
  };
  notifications: { emailNotifications: boolean; pushNotifications: boolean; societyUpdates: boolean; eventReminders: boolean };
  preferences: PreferencesDoc;
  /** How often mail brings news of followed societies; absent for the usual. */
  followCadence?: MailCadence;
  /** Refused recommendations, newest first. */
  notInterested?: Id[];
  suspendedAt: Date | null;
  suspendedFor: string;
  /** The suspension is that of a person who left the university, and ends when the roster has them again. */
  suspendedBy?: 'roster';
  deletedAt: Date | null;
  /** State of the job that erases a deleted account; absent once it is done. */
  leaving?: { emailFolded: string; keepPosts: boolean; rounds: number };
  /** Deleted, and restorable by its owner until the grace ends; absent for every other account. */
  grace?: AccountGrace;
  /** State of the job that brings back what a restored account had; absent once it is done. */
  returning?: { since: Date };
  due?: Date;
  followers: number;
  following: number;
  createdAt: Date;
  /** Last login or use of a session, to the hour; absent for an account that was never used. */
  activeAt?: Date;
  version: number;
  rev: number;
  recount?: true;
}

export const Users = defineModel<UserDoc>(
  'users',
  {
    name: needed,
    nameGrams: [String],
    email: needed,
    emailFolded: needed,
    verifiedAt: maybeDate,
    pendingEmail: maybeString,
    formerEmails: { type: [{ email: String, emailFolded: String, until: Date, _id: false }], default: undefined },
    studentId: string,
    sso: { type: { issuer: String, subject: String, _id: false }, default: undefined },
    affiliation: optionalString,
    faculty: optionalString,
    year: optionalNumber,
    passwordHash: needed,
    role: { type: String, enum: ['user', 'admin'], default: 'user' },
    staff: {
      type: [{ scope: String, by: ref, confirmedBy: ref, at: Date, _id: false }],
      default: undefined,
    },
    image: string,
    bio: string,
    phone: string,
    privacy: {
      profileVisibility: { type: String, enum: ['public', 'private', 'friends'], default: 'public' },
      showEmail: flag,
      showPhone: flag,
      allowMessages: on,
      showSensitive: flag,
    },
    notifications: { emailNotifications: on, pushNotifications: on, societyUpdates: on, eventReminders: on },
    preferences: {
      locale: maybeString,
      digits: maybeString,
      theme: maybeString,
      quietHours: { type: Object, default: null },
      mutedSocieties: refs,
      offTypes: { type: [String], default: [] },
      offMail: { type: [String], default: [] },
      offPush: { type: [String], default: [] },
    },
    followCadence: optionalString,
    notInterested: refs,
    suspendedAt: maybeDate,
    suspendedFor: string,
    suspendedBy: optionalString,
    deletedAt: maybeDate,
    leaving: mixed,
    grace: mixed,
    returning: mixed,
    due,
    followers: number,
    following: number,
    createdAt: date,
    activeAt: optionalDate,
    version,
    rev: number,
    recount: mark,
  },
  [
    [{ emailFolded: 1 }, { unique: true }],
    [{ 'formerEmails.emailFolded': 1 }, { partialFilterExpression: { 'formerEmails.emailFolded': { $exists: true } } }],
    [{ studentId: 1 }, { unique: true, partialFilterExpression: { studentId: { $gt: '' } } }],
    [
      { 'sso.subject': 1, 'sso.issuer': 1 },
      { unique: true, partialFilterExpression: { 'sso.subject': { $gt: '' } } },
    ],
    [{ nameGrams: 1, createdAt: -1, _id: -1 }],
    [{ createdAt: -1, _id: -1 }],
    [{ role: 1 }, { partialFilterExpression: { role: 'admin' } }],
    [{ 'staff.scope': 1 }, { partialFilterExpression: { 'staff.scope': { $exists: true } } }],
    [{ 'grace.until': 1 }, { partialFilterExpression: { 'grace.until': { $exists: true } } }],
    [{ nameGrams: 1 }],
    recountIndex,
    imageIndex,
    dueIndex,
  ],
);

describeCollection(Users, {
  description:
    'The account. Its id remains and shows as ‘Deleted user’; the deletion call clears the rest, or hides it until a grace ends.',
  exportFilter: (user) => ({ _id: user }),
  omitted: ['passwordHash', 'nameGrams', 'emailFolded'],
  erase: null,
});

/** The signed-in user's own view of the account. */
export const userToWire = (user: UserDoc): User => ({
  ID: String(user._id),
  Name: user.name,
  Email: user.email,
  Role: user.role,
  ...scopesToWire(user),
  Image: user.image,
  Locale: user.preferences.locale,
  Verified: user.verifiedAt !== null,
});

/** An account as a platform admin sees it; of one in its grace, no more than whether it is suspended. */
export function accountToWire(user: UserDoc): Account {
  const { suspendedAt, suspendedFor, suspendedBy } = user.grace?.account ?? user;
  return {
    ID: String(user._id),
    Name: user.name,
    Email: user.email,
    Image: user.grace ? '' : user.image,
    Role: user.role,
    ...scopesToWire(user),
    Verified: user.verifiedAt !== null,
    Create_Date: user.createdAt.toISOString(),
    Suspended_At: suspendedAt?.toISOString() ?? null,
    Suspended_For: suspendedFor ?? '',
    Has_Left: suspendedBy === 'roster',
  };
}

/** A person's preferences, for their own account page only. */
export function preferencesToWire({ locale, digits, theme, quietHours, mutedSocieties, ...off }: PreferencesDoc): Preferences {
  const channelsOf = (type: string) => ({
    app: !off.offTypes.includes(type),
    mail: !(off.offMail ?? []).includes(type),
    push: !(off.offPush ?? []).includes(type),
  });
  return {
    locale,
    digits: digits ?? null,
    theme: theme ?? null,
    quiet_hours: quietHours ? { start: quietHours.start, end: quietHours.end } : null,
    types: Object.fromEntries(notificationTypes.map((type) => [type, channelsOf(type)])) as Preferences['types'],
    muted_societies: mutedSocieties.map(String),
  };
}

type Counter = 'Society_Count' | 'Event_Count' | 'Post_Count' | 'Likes_Count';

/** A person's own profile without the computed counters. */
export const userProfileToWire = (user: UserDoc): Omit<UserProfile, Counter> => ({
  ID: String(user._id),
  Name: user.name,
  Email: user.email,
  Pending_Email: user.pendingEmail ?? null,
  Phone_Number: user.phone,
  Bio: user.bio,
  Image: user.image,
  Create_Date: user.createdAt.toISOString(),
  Role: user.role,
  Verified: user.verifiedAt !== null,
  Followers: user.followers,
  Following: user.following,
  notifications: user.notifications,
  privacy: user.privacy,
  preferences: preferencesToWire(user.preferences),
  rev: user.rev,
  version: user.version,
});

/** Public fields of an author. */
export interface PersonDoc {
  _id: Id;
  name: string;
  image: string;
  deletedAt: Date | null;
}

/** A person as lists of people need them: what they show, and the settings that decide who sees it. */
export type ListedPerson = PersonDoc & Pick<UserDoc, 'privacy' | 'email'>;

export const listedFields = { name: 1, image: 1, email: 1, privacy: 1, deletedAt: 1 } as const;
export const listedPersonLoader = new Loader<ListedPerson>(async (ids) => {
  const found = await Users.find({ _id: { $in: ids.map(toId) } }, listedFields).lean<ListedPerson[]>();
  return new Map(found.map((person) => [String(person._id), person]));
});

/** Names and pictures of the people with these ids, by id. */
export async function loadPeople(ids: Iterable<Id>): Promise<Map<string, PersonDoc>> {
  const wanted = [...new Map([...ids].map((id) => [String(id), id])).values()];
  if (wanted.length === 0) return new Map();
  const found = await Users.find({ _id: { $in: wanted } }, { name: 1, image: 1, deletedAt: 1 }).lean<PersonDoc[]>();
  return new Map(found.map((person) => [String(person._id), person]));
}

export const personLoader = new Loader<PersonDoc>((ids) => loadPeople(ids.map(toId)));

export const personName = (person: PersonDoc | undefined): string =>
  person ? (person.deletedAt ? 'Deleted user' : person.name) : 'Unknown User';
export const personImage = (person: PersonDoc | undefined): string => (person && !person.deletedAt ? person.image : '');
