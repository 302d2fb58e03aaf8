import {
  type SharedSociety,
  type SocietyNotifications,
  type SocietyPermissions,
  type SocietyPrivacy,
  sensitiveCategories,
} from '#models/contract/societies';
import type { SocietyFacts } from '#models/policies/facts';
import { describeCollection } from './collections.js';
import { Loader } from './loader.js';
import { memoizeByObject } from './memoize.js';
import {
  date,
  defineModel,
  flag,
  type Id,
  imageIndex,
  mark,
  maybeDate,
  maybeNumber,
  needed,
  number,
  on,
  recountIndex,
  ref,
  string,
  toId,
  version,
} from './model.js';
import { nameKey } from './name-key.js';
import { fold } from './text.js';
import { type PersonDoc, personImage, personName } from './users.js';

export interface SocietyDoc {
  _id: Id;
  name: string;
  /** Sort key of lists. */
  nameFolded: string;
  /** Unique key (name-key.ts); absent in a society of an older release until its migration. */
  nameKey?: string;
  description: string;
  category: string;
  image: string;
  creator: Id;
  privacy: SocietyPrivacy;
  permissions: SocietyPermissions;
  notifications: SocietyNotifications;
  question: string;
  tags: string[];
  rules: string;
  contactEmail: string;
  website: string;
  /** True while not removed, for the partial unique indexes of the name. */
  active?: true;
  removedAt: Date | null;
  createdAt: Date;
  members: number;
  posts: number;
  events: number;
  growth: number;
  activity: number;
  medianReplyHours: number | null;
  /** Sunday of the last week whose digest was written. */
  digestedOn?: string;
  /** The latest end that a pinned post had: none is pinned after it. */
  pinsUntil?: Date;
  version: number;
  rev: number;
  recount?: true;
}

const whoCan = (otherwise: string) => ({ type: String, enum: ['admins', 'moderators', 'all-members'], default: otherwise });

export const Societies = defineModel<SocietyDoc>(
  'societies',
  {
    name: needed,
    nameFolded: needed,
    nameKey: { type: String, default: undefined },
    description: needed,
    category: needed,
    image: string,
    creator: ref,
    privacy: {
      visibility: { type: String, enum: ['public', 'private', 'invite-only'], default: 'public' },
      joinApproval: on,
      memberListVisible: on,
      eventsVisible: on,
    },
    permissions: { whoCanPost: whoCan('all-members'), whoCanCreateEvents: whoCan('moderators'), whoCanInvite: whoCan('all-members') },
    notifications: { newMemberNotifications: on, eventReminders: on, weeklyDigest: flag, emailNotifications: on },
    question: string,
    tags: [String],
    rules: string,
    contactEmail: string,
    website: string,
    active: mark,
    removedAt: maybeDate,
    createdAt: date,
    members: number,
    posts: number,
    events: number,
    growth: number,
    activity: number,
    medianReplyHours: maybeNumber,
    digestedOn: { type: String, default: undefined },
    pinsUntil: { type: Date, default: undefined },
    version,
    rev: number,
    recount: mark,
  },
  [
    [{ nameFolded: 1 }, { unique: true, partialFilterExpression: { active: true } }],
    [{ nameKey: 1 }, { unique: true, partialFilterExpression: { active: true, nameKey: { $type: 'string' } } }],
    [{ 'privacy.visibility': 1, members: -1, _id: -1 }],
    [{ 'privacy.visibility': 1, category: 1, members: -1, _id: -1 }],
    [{ 'privacy.visibility': 1, growth: -1, activity: -1, _id: -1 }],
    [{ 'privacy.visibility': 1, createdAt: -1, _id: -1 }],
    [{ removedAt: -1, _id: -1 }],
    [{ 'notifications.weeklyDigest': 1 }, { partialFilterExpression: { 'notifications.weeklyDigest': true } }],
    recountIndex,
    imageIndex,
  ],
);

describeCollection(Societies, {
  description: 'A society stays; its creator is an id. A contact address that is the person’s is removed.',
  exportFilter: null,
  erase: async ({ emailFolded }) => {
    for await (const { _id, contactEmail } of Societies.find({ contactEmail: { $gt: '' } }, { contactEmail: 1 })
      .lean()
      .cursor())
      if (contactEmail.toLowerCase() === emailFolded)
        await Societies.updateOne({ _id }, { $set: { contactEmail: '' }, $inc: { version: 1 } });
  },
});

/** Stored fields of a name: as written, the sort key and the unique key. */
export const nameFields = (name: string) => ({ name, nameFolded: fold(name), nameKey: nameKey(name) });

/** Societies by id, for authorization and names. */
export async function loadSocieties(ids: Iterable<Id>): Promise<Map<string, SocietyDoc>> {
  const wanted = [...new Map([...ids].map((id) => [String(id), id])).values()];
  if (wanted.length === 0) return new Map();
  const found = await Societies.find({ _id: { $in: wanted } }).lean();
  return new Map(found.map((society) => [String(society._id), society]));
}

export const societyLoader = new Loader<SocietyDoc>((ids) => loadSocieties(ids.map(toId)));

/** Current society; null without an id, or if it is gone. Those of one turn are read by one query. */
export const loadSociety = async (id: Id | null): Promise<SocietyDoc | null> => (id ? societyLoader.fresh(String(id)) : null);

/** Policy facts of a society. */
export const societyFacts = memoizeByObject(
  (society: SocietyDoc): SocietyFacts => ({
    id: String(society._id),
    removed: society.removedAt !== null,
    ...society.privacy,
    ...society.permissions,
  }),
);

/** Value of `open` for the society's posts and events: listed to everybody. */
export const isOpenInside = ({ privacy, removedAt }: Pick<SocietyDoc, 'privacy' | 'removedAt'>) => {
  const posts = removedAt === null && privacy.visibility === 'public';
  return { posts, events: posts && privacy.eventsVisible };
};

/** True for a category that reveals religion, politics or health. */
export const isSensitive = ({ category }: Pick<SocietyDoc, 'category'>): boolean => sensitiveCategories.includes(category);

/** True if membership may be revealed: the member list is open and the society is not sensitive. */
export const revealsMembers = (society: SocietyDoc): boolean =>
  isOpenInside(society).posts && society.privacy.memberListVisible && !isSensitive(society);

/** The part of a society's header that is the same for every viewer. */
export const societyToWire = (society: SocietyDoc, creator: PersonDoc | undefined): SharedSociety => ({
  ID: String(society._id),
  Name: society.name,
  Description: society.description,
  Image: society.image,
  Category: society.category,
  Member_Count: society.members,
  Event_Count: society.events,
  Post_Count: society.posts,
  Creator_Name: personName(creator),
  Creator_Image: personImage(creator),
  CreatedAt: society.createdAt.toISOString(),
  Week_Growth: society.growth,
  Tags: society.tags,
  Rules: society.rules,
  Contact_Email: society.contactEmail,
  Website: society.website,
  Question: society.question,
  Median_Reply_Hours: society.medianReplyHours,
  rev: society.rev,
  version: society.version,
});
