import type { User } from '#models/contract/users';
import {
  date,
  defineModel,
  flag,
  type Id,
  imageIndex,
  mark,
  maybeDate,
  maybeString,
  needed,
  number,
  on,
  recountIndex,
  refs,
  string,
  version,
} from './model.js';

export interface UserDoc {
  _id: Id;
  name: string;
  nameGrams: string[];
  email: string;
  emailFolded: string;
  verifiedAt: Date | null;
  /** A changed address, as written: it takes effect when it is verified. */
  pendingEmail: string | null;
  studentId: string;
  passwordHash: string;
  role: 'user' | 'admin';
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
  preferences: { locale: 'en' | 'ar' | null; mutedSocieties: Id[]; offTypes: string[] };
  suspendedAt: Date | null;
  deletedAt: Date | null;
  followers: number;
  following: number;
  lastSeenAt: Date | null;
  createdAt: Date;
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
    studentId: string,
    passwordHash: needed,
    role: { type: String, enum: ['user', 'admin'], default: 'user' },
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
    preferences: { locale: maybeString, mutedSocieties: refs, offTypes: { type: [String], default: [] } },
    suspendedAt: maybeDate,
    deletedAt: maybeDate,
    followers: number,
    following: number,
    lastSeenAt: maybeDate,
    createdAt: date,
    version,
    rev: number,
    recount: mark,
  },
  [
    [{ emailFolded: 1 }, { unique: true }],
    [{ studentId: 1 }, { unique: true, partialFilterExpression: { studentId: { $gt: '' } } }],
    [{ nameGrams: 1 }],
    recountIndex,
    imageIndex,
  ],
);

/** The signed-in user's own view of the account. */
export const userToWire = (user: UserDoc): User => ({
  ID: String(user._id),
  Name: user.name,
  Email: user.email,
  Role: user.role,
  Image: user.image,
  Locale: user.preferences.locale,
  Verified: user.verifiedAt !== null,
});

/** What is shown of an author beside what they wrote. */
export interface PersonDoc {
  _id: Id;
  name: string;
  image: string;
  deletedAt: Date | null;
}

/** Names and pictures of the people with these ids, by id. */
export async function loadPeople(ids: Iterable<Id>): Promise<Map<string, PersonDoc>> {
  const wanted = [...new Map([...ids].map((id) => [String(id), id])).values()];
  if (wanted.length === 0) return new Map();
  const found = await Users.find({ _id: { $in: wanted } }, { name: 1, image: 1, deletedAt: 1 }).lean<PersonDoc[]>();
  return new Map(found.map((person) => [String(person._id), person]));
}

export const personName = (person: PersonDoc | undefined): string =>
  person ? (person.deletedAt ? 'Deleted user' : person.name) : 'Unknown User';
export const personImage = (person: PersonDoc | undefined): string => (person && !person.deletedAt ? person.image : '');
