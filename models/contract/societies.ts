import * as z from 'zod/mini';
import { call, message } from './define.js';
import { fieldTexts } from './field-texts.js';
import { count, id, nothing, nullable, paging, query, time } from './parts.js';

const feature = 'societies';

/** Categories offered when a society is created. */
export const societyCategories = [
  'Technology',
  'Science',
  'Arts & Culture',
  'Sports & Recreation',
  'Academic',
  'Social',
  'Professional',
  'Community Service',
  'Religious',
  'Political',
  'Environmental',
  'Health & Wellness',
  'Entrepreneurship',
  'Language & Culture',
  'Gaming',
] as const;
/** Categories whose societies start with a hidden member list, and stay off public profiles. */
export const sensitiveCategories: readonly string[] = ['Religious', 'Political', 'Health & Wellness'];

export const societyRole = z.enum(['admin', 'moderator', 'member']);
export type SocietyRole = z.output<typeof societyRole>;
export const visibility = z.enum(['public', 'private', 'invite-only'], fieldTexts.unknown_choice);
export type Visibility = z.output<typeof visibility>;
export const requestStatus = z.enum(['pending', 'approved', 'rejected']);
export const whoCan = z.enum(['admins', 'moderators', 'all-members'], fieldTexts.unknown_choice);

export const societyPrivacy = z.object({
  visibility,
  joinApproval: z.boolean(),
  memberListVisible: z.boolean(),
  eventsVisible: z.boolean(),
});
export const societyPermissions = z.object({ whoCanPost: whoCan, whoCanCreateEvents: whoCan, whoCanInvite: whoCan });
export const societyNotifications = z.object({
  newMemberNotifications: z.boolean(),
  eventReminders: z.boolean(),
  weeklyDigest: z.boolean(),
  emailNotifications: z.boolean(),
});
export type SocietyPrivacy = z.output<typeof societyPrivacy>;
export type SocietyPermissions = z.output<typeof societyPermissions>;
export type SocietyNotifications = z.output<typeof societyNotifications>;

/** The part of a society's header that is equal for all viewers: sent in live messages. */
export const sharedSociety = z.object({
  ID: id,
  Name: z.string(),
  Description: z.string(),
  Image: z.string(),
  Category: z.string(),
  Member_Count: count,
  Event_Count: count,
  Post_Count: count,
  Creator_Name: z.string(),
  Creator_Image: z.string(),
  CreatedAt: time,
  Week_Growth: count,
  Tags: z.array(z.string()),
  Rules: z.string(),
  Contact_Email: z.string(),
  Website: z.string(),
  Question: z.string(),
  Median_Reply_Hours: nullable(z.number()),
  rev: z.number(),
  version: z.number(),
});
export type SharedSociety = z.output<typeof sharedSociety>;

export const societyCan = z.object({
  join: z.boolean(),
  post: z.boolean(),
  createEvents: z.boolean(),
  invite: z.boolean(),
  seePosts: z.boolean(),
  seeEvents: z.boolean(),
  seeMembers: z.boolean(),
  manageRequests: z.boolean(),
  moderate: z.boolean(),
  manage: z.boolean(),
  leave: z.boolean(),
});

/** A society for one viewer. Privacy, Permissions, Notifications are for members. */
export const society = z.extend(sharedSociety, {
  Role: nullable(societyRole),
  Privacy: nullable(societyPrivacy),
  Permissions: nullable(societyPermissions),
  Notifications: nullable(societyNotifications),
  Request_Status: nullable(requestStatus),
  /** The viewer's newest join request, also a withdrawn one, and its version; null and 0 if there was none. */
  Request_ID: nullable(id),
  Request_Version: z.number(),
  New_Count: nullable(count),
  Can: societyCan,
});
export type Society = z.output<typeof society>;

export const getAllSocieties = call({
  name: 'getAllSocieties',
  feature,
  method: 'GET',
  path: '/societies/get_all_societies',
  auth: 'optional',
  policy: 'society.list',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({
    ...paging,
    q: query(100),
    category: z.optional(z.string()),
    filter: z.optional(z.enum(['trending'], fieldTexts.unknown_choice)),
    sort: z.optional(z.enum(['members', 'name', 'newest'], fieldTexts.unknown_choice)),
  }),
  data: z.array(society),
  summary: 'Societies to discover; the largest first unless sorted otherwise.',
});

export const getStatistics = call({
  name: 'getStatistics',
  feature,
  method: 'GET',
  path: '/societies/get_statistics',
  auth: 'optional',
  policy: 'society.list',
  rate: 'read',
  status: 200,
  input: nothing,
  data: z.object({
    total_societies: count,
    /** Distinct members of all societies. */
    total_members: count,
    /** Average memberships of a society. */
    avg_members: count,
    /** Categories in use. */
    categories: count,
    top_categories: z.array(z.object({ category: z.string(), count })),
    /** Number of further categories with as many societies as the third. */
    tied_categories: count,
    most_active: z.array(z.object({ ID: id, Name: z.string(), Category: z.string(), Image: z.string(), Member_Count: count })),
  }),
  summary: 'Totals, average, the top categories by societies, and the largest societies, over what the caller may see.',
});

export const getSocietyInfo = call({
  name: 'getSocietyInfo',
  feature,
  method: 'GET',
  path: '/societies/get_society_info',
  auth: 'optional',
  policy: 'society.see',
  rate: 'read',
  status: 200,
  input: z.object({ society_id: id }),
  data: society,
  summary: 'One society.',
  errors: ['not_found'],
});

export const getSocietiesByUser = call({
  name: 'getSocietiesByUser',
  feature,
  method: 'GET',
  path: '/societies/get_societies_by_user',
  auth: 'required',
  policy: null,
  rate: 'read',
  status: 200,
  list: true,
  input: nothing,
  data: z.array(society),
  counts: z.object({ memberships: count, managed: count }),
  summary: 'Own societies with the role in each, whole.',
});

export const getSocietiesByUserPublic = call({
  name: 'getSocietiesByUserPublic',
  feature,
  method: 'GET',
  path: '/societies/get_societies_by_user_public',
  auth: 'optional',
  policy: 'profile.see',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ ...paging, user_id: id }),
  data: z.array(society),
  summary: "The societies on a person's profile, by name; those of a sensitive category only where the person shows them.",
  errors: ['not_found', 'forbidden'],
});

export const societyCreated = message('society:created', ['societies'], sharedSociety);
export const societyCounts = message(
  'society:counts',
  ['societies', 'societyPublic'],
  z.object({ society_id: id, Member_Count: count, Event_Count: count, Post_Count: count, rev: z.number() }),
);
export const societyUpdated = message('society:updated', ['societies', 'societyPublic'], sharedSociety);
/** Changed visibility: non-members drop what is closed now, and lists fetch what is open now. `restored`: its members have it back. */
export const societyVisibility = message(
  'society:visibility',
  ['feed', 'societies', 'events', 'society', 'societyPublic'],
  z.object({ society_id: id, visibility, eventsVisible: z.boolean(), restored: z.optional(z.literal(true)) }),
);
export const societyRemoved = message(
  'society:removed',
  ['feed', 'societies', 'events', 'society', 'societyPublic'],
  z.object({ society_id: id }),
);
