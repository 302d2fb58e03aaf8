import { defaultLengthMs } from '#models/contract/event-phase';
import { shortMs, statedEnd } from '#models/db/event-times';
import type { EventDoc } from '#models/db/events';
import { instantOf, localOf } from '#models/db/local-time';
import type { MembershipDoc } from '#models/db/memberships';
import { newId } from '#models/db/model';
import type { PostDoc } from '#models/db/posts';
import { nameFields, type SocietyDoc } from '#models/db/societies';
import { fold, foldEmail, grams, words } from '#models/db/text';
import type { UserDoc } from '#models/db/users';

/** Complete documents as plain values: defaults for absent fields, and derived fields computed. Stores nothing. */

const zone = 'Asia/Amman';
const hour = 3_600_000;
let serial = 0;
const next = (): number => {
  serial += 1;
  return serial;
};

export function userFields(over: Partial<UserDoc> = {}): UserDoc {
  const n = next();
  const name = over.name ?? `Student ${n}`;
  const email = over.email ?? `student-${n}-${newId()}@uni.example`;
  const now = new Date();
  return {
    _id: newId(),
    bio: '',
    phone: '',
    studentId: `S-${newId()}`,
    passwordHash: 'none',
    role: 'user',
    image: '',
    privacy: { profileVisibility: 'public', showEmail: false, showPhone: false, allowMessages: true, showSensitive: false },
    notifications: { emailNotifications: true, pushNotifications: true, societyUpdates: true, eventReminders: true },
    preferences: { locale: null, mutedSocieties: [], offTypes: [] },
    verifiedAt: now,
    pendingEmail: null,
    suspendedAt: null,
    suspendedFor: '',
    deletedAt: null,
    followers: 0,
    following: 0,
    createdAt: now,
    activeAt: now,
    version: 1,
    rev: 0,
    ...over,
    name,
    nameGrams: grams(name),
    email,
    emailFolded: foldEmail(email),
  };
}

/** Fields of a society; its settings may be partial. */
export interface SocietyOver extends Partial<Omit<SocietyDoc, 'privacy' | 'permissions' | 'notifications'>> {
  privacy?: Partial<SocietyDoc['privacy']>;
  permissions?: Partial<SocietyDoc['permissions']>;
  notifications?: Partial<SocietyDoc['notifications']>;
}

export function societyFields(over: SocietyOver = {}): SocietyDoc {
  const name = over.name ?? `Society ${next()} ${newId()}`;
  const { privacy, permissions, notifications, ...rest } = over;
  const removed = over.removedAt ? {} : { active: true as const };
  return {
    _id: newId(),
    description: 'A society that a test made.',
    category: 'Technology',
    image: '',
    creator: newId(),
    question: '',
    tags: [],
    rules: '',
    contactEmail: '',
    website: '',
    removedAt: null,
    createdAt: new Date(),
    members: 0,
    posts: 0,
    events: 0,
    growth: 0,
    activity: 0,
    medianReplyHours: null,
    version: 1,
    rev: 0,
    ...removed,
    ...rest,
    ...nameFields(name),
    privacy: { visibility: 'public', joinApproval: true, memberListVisible: true, eventsVisible: true, ...privacy },
    permissions: { whoCanPost: 'all-members', whoCanCreateEvents: 'moderators', whoCanInvite: 'all-members', ...permissions },
    notifications: { newMemberNotifications: true, eventReminders: true, weeklyDigest: false, emailNotifications: true, ...notifications },
  };
}

type MembershipOver = Partial<MembershipDoc> & Pick<MembershipDoc, 'society' | 'user'>;

/** Fields of a membership; `name` is the member's. */
export const membershipFields = (name: string, over: MembershipOver): MembershipDoc => ({
  _id: newId(),
  role: 'member',
  joinedAt: new Date(),
  seenAt: null,
  version: 1,
  ...over,
  nameFolded: fold(name),
  nameGrams: grams(name),
});

export function postFields(over: Partial<PostDoc> & Pick<PostDoc, 'society' | 'author' | 'open'>): PostDoc {
  const content = over.content ?? `Post ${next()}`;
  const createdAt = over.createdAt ?? new Date();
  return {
    _id: newId(),
    image: '',
    editedAt: null,
    removedAt: null,
    removedBy: null,
    activeAt: createdAt,
    likes: 0,
    comments: 0,
    version: 1,
    rev: 0,
    ...over,
    content,
    createdAt,
    words: words(content),
  };
}

/** Fields of an event at `startsAt`, or at `date` and `time`; in a week by default. */
export function eventFields(over: Partial<EventDoc> & Pick<EventDoc, 'society' | 'creator' | 'open'>): EventDoc {
  const title = over.title ?? `Event ${next()}`;
  const startsAt = over.startsAt ?? (over.date ? instantOf(over.date, over.time ?? '12:00', zone) : new Date(Date.now() + 7 * 24 * hour));
  const local = localOf(startsAt, zone);
  const stated = statedEnd({ ...local, endDate: over.endDate ?? null, endTime: over.endTime ?? null }, zone);
  const endsAt = over.endsAt ?? stated ?? new Date(startsAt.getTime() + defaultLengthMs);
  return {
    _id: newId(),
    description: '',
    endDate: null,
    endTime: null,
    location: 'Main hall',
    isOnline: false,
    onlineLink: '',
    category: 'Workshop',
    image: '',
    seats: null,
    registrationRequired: false,
    tags: [],
    cancelledAt: null,
    cancelReason: '',
    removedAt: null,
    createdAt: new Date(),
    attendees: 0,
    interested: 0,
    shares: 0,
    seatsLeft: over.seats ?? null,
    version: 1,
    rev: 0,
    ...over,
    title,
    titleFolded: fold(title),
    ...local,
    startsAt,
    endsAt,
    ...(endsAt.getTime() - startsAt.getTime() > shortMs ? { long: true } : {}),
  };
}
