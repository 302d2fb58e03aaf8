import { Activities } from './activities.js';
import { Attendances } from './attendances.js';
import { Bans } from './bans.js';
import { Blocks } from './blocks.js';
import { Bookmarks } from './bookmarks.js';
import { Cards } from './cards.js';
import { Comments } from './comments.js';
import { Follows } from './follows.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { Invitations } from './invitations.js';
import { JoinRequests } from './join-requests.js';
import { Likes } from './likes.js';
import { Mails, mailsOf } from './mails.js';
import { Memberships } from './memberships.js';
import type { Id } from './model.js';
import { Notifications } from './notifications.js';
import { OneTimeTokens } from './one-time-tokens.js';
import { Posts } from './posts.js';
import { PushSubscriptions } from './push-subscriptions.js';
import { Reports } from './reports.js';
import { Sessions } from './sessions.js';
import { Shares } from './shares.js';
import { Societies } from './societies.js';
import { Tickets } from './tickets.js';

/** A deleted account. With `keepPosts` its posts stay, by 'Deleted user'. */
export interface DeletedPerson {
  user: Id;
  emailFolded: string;
  keepPosts: boolean;
  /** The last round: no call of this person can still be running. */
  isLast: boolean;
}

/** Marks documents so that the sweeper recomputes their counters. */
export type Recount = (kind: 'post' | 'society' | 'event' | 'user', ids: readonly Id[]) => Promise<void>;

/** Handling of a person's data in one collection. */
export interface PersonData {
  /** Describes the personal data in the collection and what a deleted account leaves of it. */
  description: string;
  /** Filter for a person's own documents, for the export; null without any. */
  exportFilter: ((user: Id) => object) | null;
  /** Fields omitted from the export: secrets and computed values. */
  omitted?: string[];
  /** Erases the data of a deleted account. Idempotent. */
  erase: ((person: DeletedPerson, recount: Recount) => Promise<void>) | null;
}

const noPersonData = (description: string): PersonData => ({ description, exportFilter: null, erase: null });

interface Deletable {
  deleteMany(filter: object): unknown;
}
/** Deletes all matching documents, which no counter includes. */
const deleteAll =
  (model: Deletable, filter: (person: DeletedPerson) => object): PersonData['erase'] =>
  async (person) => {
    await model.deleteMany(filter(person));
  };

interface Linking extends Deletable {
  distinct(field: string, filter: object): unknown;
}
type Link = [kind: Parameters<Recount>[0], field: string, filter: (person: DeletedPerson) => object];
/**
 * Deletes documents that counters elsewhere include. Marks these before, for a crash in between, and after, for a recount in
 * between.
 */
const deleteAndRecount =
  (model: Linking, ...links: Link[]): PersonData['erase'] =>
  async (person, recount) => {
    for (const [kind, field, filter] of links) {
      const ids = (await model.distinct(field, filter(person))) as Id[];
      await recount(kind, ids);
      await model.deleteMany(filter(person));
      await recount(kind, ids);
    }
  };

const ofUser = (user: Id) => ({ user });
const byUser = ({ user }: DeletedPerson) => ({ user });

/** Erases texts at once; the removed documents and all that refers to them are deleted after 30 days. */
const emptied = { content: '' };

/** Personal data of every collection, by name. A guard fails for a missing one. */
export const personData: Record<string, PersonData> = {
  activities: {
    description: 'Ids of the actor and the object. Deleted, except records that are still due.',
    exportFilter: (user) => ({ actor: user }),
    // Only in the last round: until then retractions need the records.
    erase: async ({ user, isLast }) => {
      if (isLast) await Activities.deleteMany({ actor: user, due: null });
    },
  },
  attendances: {
    description: 'Attendances and places on waiting lists. Deleted; the job frees the seats before.',
    exportFilter: ofUser,
    erase: deleteAndRecount(Attendances, ['event', 'event', byUser]),
  },
  bans: {
    description: 'Bans of the person: deleted. In bans of others the admin stays as an id.',
    exportFilter: null,
    erase: deleteAll(Bans, byUser),
  },
  blocks: {
    description: 'Blocks. Deleted on both sides.',
    exportFilter: (user) => ({ from: user }),
    erase: async ({ user }) => {
      await Blocks.deleteMany({ from: user });
      await Blocks.deleteMany({ to: user });
    },
  },
  bookmarks: {
    description: 'Bookmarks. Deleted.',
    exportFilter: ofUser,
    erase: deleteAndRecount(Bookmarks, ['event', 'event', byUser]),
  },
  cards: {
    description: 'Recommendations for the person: deleted. Lines of activity are ids, and omit deleted people.',
    exportFilter: (user) => ({ _id: `recommendations:${user}` }),
    erase: deleteAll(Cards, ({ user }) => ({ _id: `recommendations:${user}` })),
  },
  comments: {
    description: "Texts of the person. Stay by 'Deleted user', or are emptied; the job removes them before.",
    exportFilter: (user) => ({ author: user }),
    erase: async ({ user, keepPosts }) => {
      if (!keepPosts) await Comments.updateMany({ author: user, removedAt: { $gt: new Date(0) } }, { $set: emptied });
    },
  },
  events: { ...noPersonData('An event is its society’s and stays; its creator is an id.'), exportFilter: (user) => ({ creator: user }) },
  follows: {
    description: 'Follows. Deleted on both sides.',
    exportFilter: (user) => ({ from: user }),
    erase: deleteAndRecount(Follows, ['user', 'to', ({ user }) => ({ from: user })], ['user', 'from', ({ user }) => ({ to: user })]),
  },
  idempotencyKeys: {
    description: 'Stored answers to the person’s calls. Deleted.',
    exportFilter: null,
    erase: deleteAll(IdempotencyKeys, byUser),
  },
  invitations: {
    description: 'Invitations to the person, by account or by address: deleted. In those of others the inviter stays as an id.',
    exportFilter: ofUser,
    erase: async ({ user, emailFolded }) => {
      await Invitations.deleteMany({ user });
      if (emailFolded) await Invitations.deleteMany({ emailFolded });
    },
  },
  joinRequests: {
    description: 'Join requests with answers. Deleted; the job withdraws pending ones. In those of others the decider stays as an id.',
    exportFilter: ofUser,
    erase: deleteAll(JoinRequests, byUser),
  },
  likes: {
    description: 'Likes. Deleted.',
    exportFilter: ofUser,
    erase: deleteAndRecount(Likes, ['post', 'post', byUser]),
  },
  locks: noPersonData('Processes, no people.'),
  mails: {
    description: 'Mails to the person, and mails that name them. Deleted; the job deletes their files before.',
    exportFilter: ofUser,
    erase: async (person) => {
      for (const filter of mailsOf(person)) await Mails.deleteMany(filter);
    },
  },
  memberships: {
    description: 'Memberships, with the name as lists sort it. Deleted; the job publishes the leave to each society before.',
    exportFilter: ofUser,
    omitted: ['nameFolded', 'nameGrams'],
    erase: deleteAndRecount(Memberships, ['society', 'society', byUser]),
  },
  meta: noPersonData('Facts about the database.'),
  notifications: {
    description:
      'Notifications of the person: deleted. In those of others the person is an id; the job empties excerpts of removed content.',
    exportFilter: ofUser,
    erase: deleteAll(Notifications, byUser),
  },
  oneTimeTokens: { description: 'Hashes of mailed secrets. Deleted.', exportFilter: null, erase: deleteAll(OneTimeTokens, byUser) },
  posts: {
    description: "Texts of the person. Stay by 'Deleted user', or are emptied; the job removes them before.",
    exportFilter: (user) => ({ author: user }),
    omitted: ['words'],
    erase: async ({ user, keepPosts }) => {
      if (!keepPosts)
        await Posts.updateMany({ author: user, removedAt: { $gt: new Date(0) } }, { $set: { ...emptied, image: '', words: [] } });
    },
  },
  pushSubscriptions: {
    description: 'Browsers that receive Web Push. Deleted.',
    exportFilter: ofUser,
    omitted: ['keys', 'session'],
    erase: deleteAll(PushSubscriptions, byUser),
  },
  reports: {
    description: 'Reports by the person: the text is deleted, the decision stays. Reports about the person are deleted.',
    exportFilter: (user) => ({ by: user }),
    erase: async ({ user }) => {
      await Reports.updateMany({ by: user }, { $set: { reason: '' } });
      await Reports.deleteMany({ kind: 'user', object: user });
    },
  },
  sessions: {
    description: 'Sessions. Deleted.',
    exportFilter: ofUser,
    omitted: ['_id'],
    erase: deleteAll(Sessions, byUser),
  },
  shares: {
    description: 'Shares of events. Deleted.',
    exportFilter: ofUser,
    erase: deleteAndRecount(Shares, ['event', 'event', byUser]),
  },
  societies: {
    description: 'A society stays; its creator is an id. A contact address that is the person’s is removed.',
    exportFilter: null,
    erase: async ({ emailFolded }) => {
      for await (const { _id, contactEmail } of Societies.find({ contactEmail: { $gt: '' } }, { contactEmail: 1 })
        .lean()
        .cursor())
        if (contactEmail.toLowerCase() === emailFolded)
          await Societies.updateOne({ _id }, { $set: { contactEmail: '' }, $inc: { version: 1 } });
    },
  },
  tickets: {
    description: 'Tickets of the person, signed in or from their address. Deleted; in those of others a supporter stays as an id.',
    exportFilter: ofUser,
    erase: async ({ user, emailFolded }) => {
      await Tickets.deleteMany({ user });
      if (emailFolded) await Tickets.deleteMany({ email: emailFolded });
    },
  },
  uploads: {
    description: 'Uploaded images. The job deletes those that nothing shows any more.',
    exportFilter: (user) => ({ owner: user }),
    omitted: ['bytes'],
    erase: null,
  },
  users: {
    description: 'The account. Its id remains and shows as ‘Deleted user’; the deletion call clears the rest.',
    exportFilter: (user) => ({ _id: user }),
    omitted: ['passwordHash', 'calendarKey', 'nameGrams', 'emailFolded'],
    erase: null,
  },
};
