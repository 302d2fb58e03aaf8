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

/** Who leaves, and whether what they wrote stays, with 'Deleted user' as its author. */
export interface DeletedPerson {
  user: Id;
  emailFolded: string;
  keepPosts: boolean;
  /** Whether nothing of theirs can be under way any more. */
  isLast: boolean;
}

/** Has the counters of these counted again from the truth. */
export type Recount = (kind: 'post' | 'society' | 'event' | 'user', ids: readonly Id[]) => Promise<void>;

/** What a collection does with a person. */
export interface PersonData {
  /** In words: what lies here of a person, and what a deleted account leaves of it. */
  description: string;
  /** The documents that are a person's own, for the export; null where there are none. */
  exportFilter: ((user: Id) => object) | null;
  /** Fields that the export leaves out: secrets, and what is computed. */
  omitted?: string[];
  /** Deletes what a person leaves, however often it is asked. */
  erase: ((person: DeletedPerson, recount: Recount) => Promise<void>) | null;
}

const noPersonData = (description: string): PersonData => ({ description, exportFilter: null, erase: null });

interface Deletable {
  deleteMany(filter: object): unknown;
}
/** Everything that fits goes, and nobody counts it. */
const deleteAll =
  (model: Deletable, filter: (person: DeletedPerson) => object): PersonData['erase'] =>
  async (person) => {
    await model.deleteMany(filter(person));
  };

interface Linking extends Deletable {
  distinct(field: string, filter: object): unknown;
}
type Link = [kind: Parameters<Recount>[0], field: string, filter: (person: DeletedPerson) => object];
/** The same of what is counted elsewhere: that is marked before, for a crash in between, and after, for a count in between. */
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

/** What a person wrote is emptied at once; what is left of it, removed, goes with what hangs on it after 30 days. */
const emptied = { content: '' };

/** Every collection, by name. A guard fails where one is missing. */
export const personData: Record<string, PersonData> = {
  activities: {
    description: 'Ids of who did what. Deleted, but for those that are still to be told.',
    exportFilter: (user) => ({ actor: user }),
    // In the end only: until then they say what is to be taken back.
    erase: async ({ user, isLast }) => {
      if (isLast) await Activities.deleteMany({ actor: user, due: null });
    },
  },
  attendances: {
    description: 'Where somebody goes, waits or was. Deleted; the job gives seats up before.',
    exportFilter: ofUser,
    erase: deleteAndRecount(Attendances, ['event', 'event', byUser]),
  },
  bans: {
    description: 'Who may not come back. Deleted; who banned others stays as an id.',
    exportFilter: null,
    erase: deleteAll(Bans, byUser),
  },
  blocks: {
    description: 'Who blocks whom. Deleted on both sides.',
    exportFilter: (user) => ({ from: user }),
    erase: async ({ user }) => {
      await Blocks.deleteMany({ from: user });
      await Blocks.deleteMany({ to: user });
    },
  },
  bookmarks: {
    description: 'Who is interested in what. Deleted.',
    exportFilter: ofUser,
    erase: deleteAndRecount(Bookmarks, ['event', 'event', byUser]),
  },
  cards: {
    description: 'Recommendations for somebody: deleted. Lines of activity are ids, and show nobody who is gone.',
    exportFilter: (user) => ({ _id: `recommendations:${user}` }),
    erase: deleteAll(Cards, ({ user }) => ({ _id: `recommendations:${user}` })),
  },
  comments: {
    description: "What somebody wrote. Stays with 'Deleted user', or is emptied; the job removes it before.",
    exportFilter: (user) => ({ author: user }),
    erase: async ({ user, keepPosts }) => {
      if (!keepPosts) await Comments.updateMany({ author: user, removedAt: { $gt: new Date(0) } }, { $set: emptied });
    },
  },
  events: { ...noPersonData('An event is its society’s and stays; its creator is an id.'), exportFilter: (user) => ({ creator: user }) },
  follows: {
    description: 'Who follows whom. Deleted on both sides.',
    exportFilter: (user) => ({ from: user }),
    erase: deleteAndRecount(Follows, ['user', 'to', ({ user }) => ({ from: user })], ['user', 'from', ({ user }) => ({ to: user })]),
  },
  idempotencyKeys: {
    description: 'What was answered to somebody. Deleted.',
    exportFilter: null,
    erase: deleteAll(IdempotencyKeys, byUser),
  },
  invitations: {
    description: 'Invitations of somebody, by account or by address: deleted. Who invited others stays as an id.',
    exportFilter: ofUser,
    erase: async ({ user, emailFolded }) => {
      await Invitations.deleteMany({ user });
      if (emailFolded) await Invitations.deleteMany({ emailFolded });
    },
  },
  joinRequests: {
    description: 'What somebody asked and answered. Deleted; the job withdraws what is pending. Who decided stays as an id.',
    exportFilter: ofUser,
    erase: deleteAll(JoinRequests, byUser),
  },
  likes: {
    description: 'Who likes what. Deleted.',
    exportFilter: ofUser,
    erase: deleteAndRecount(Likes, ['post', 'post', byUser]),
  },
  locks: noPersonData('Processes, no people.'),
  mails: {
    description: 'Mails to somebody, and those that name them. Deleted; the job takes their files away before.',
    exportFilter: ofUser,
    erase: async (person) => {
      for (const filter of mailsOf(person)) await Mails.deleteMany(filter);
    },
  },
  memberships: {
    description: 'Where somebody belongs, with the name by which lists find them. Deleted; the job says so to each society before.',
    exportFilter: ofUser,
    omitted: ['nameFolded', 'nameGrams'],
    erase: deleteAndRecount(Memberships, ['society', 'society', byUser]),
  },
  meta: noPersonData('Facts about the database.'),
  notifications: {
    description: 'What somebody was told: deleted. In those of others the person is an id; the job empties quotations of what is removed.',
    exportFilter: ofUser,
    erase: deleteAll(Notifications, byUser),
  },
  oneTimeTokens: { description: 'Hashes of mailed secrets. Deleted.', exportFilter: null, erase: deleteAll(OneTimeTokens, byUser) },
  posts: {
    description: "What somebody wrote. Stays with 'Deleted user', or is emptied; the job removes it before.",
    exportFilter: (user) => ({ author: user }),
    omitted: ['words'],
    erase: async ({ user, keepPosts }) => {
      if (!keepPosts)
        await Posts.updateMany({ author: user, removedAt: { $gt: new Date(0) } }, { $set: { ...emptied, image: '', words: [] } });
    },
  },
  pushSubscriptions: {
    description: 'Browsers that somebody is told in. Deleted.',
    exportFilter: ofUser,
    omitted: ['keys', 'session'],
    erase: deleteAll(PushSubscriptions, byUser),
  },
  reports: {
    description: 'What somebody reported: its words go, what was decided stays. Reports about the person are deleted.',
    exportFilter: (user) => ({ by: user }),
    erase: async ({ user }) => {
      await Reports.updateMany({ by: user }, { $set: { reason: '' } });
      await Reports.deleteMany({ kind: 'user', object: user });
    },
  },
  sessions: {
    description: 'Where somebody is signed in. Deleted.',
    exportFilter: ofUser,
    omitted: ['_id'],
    erase: deleteAll(Sessions, byUser),
  },
  shares: {
    description: 'Who told others of what. Deleted.',
    exportFilter: ofUser,
    erase: deleteAndRecount(Shares, ['event', 'event', byUser]),
  },
  societies: {
    description: 'A society stays; its creator is an id. Where its contact is the person’s address, it has none any more.',
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
    description: 'What somebody wrote to support, signed in or from their address. Deleted; who answered others stays as an id.',
    exportFilter: ofUser,
    erase: async ({ user, emailFolded }) => {
      await Tickets.deleteMany({ user });
      if (emailFolded) await Tickets.deleteMany({ email: emailFolded });
    },
  },
  uploads: {
    description: 'Images that somebody brought. The job deletes those that nothing shows any more.',
    exportFilter: (user) => ({ owner: user }),
    omitted: ['bytes'],
    erase: null,
  },
  users: {
    description: 'The account. What is left is an id that shows as ‘Deleted user’, made as the account is deleted.',
    exportFilter: (user) => ({ _id: user }),
    omitted: ['passwordHash', 'calendarKey', 'nameGrams', 'emailFolded'],
    erase: null,
  },
};
