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
export interface Leaving {
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
  says: string;
  /** The documents that are a person's own, for the export; null where there are none. */
  own: ((user: Id) => object) | null;
  /** Fields that the export leaves out: secrets, and what is computed. */
  without?: string[];
  /** Deletes what a person leaves, however often it is asked. */
  forget: ((who: Leaving, recount: Recount) => Promise<void>) | null;
}

const nobody = (says: string): PersonData => ({ says, own: null, forget: null });

interface Deletable {
  deleteMany(filter: object): unknown;
}
/** Everything that fits goes, and nobody counts it. */
const gone =
  (model: Deletable, filter: (who: Leaving) => object): PersonData['forget'] =>
  async (who) => {
    await model.deleteMany(filter(who));
  };

interface Linking extends Deletable {
  distinct(field: string, filter: object): unknown;
}
type Link = [kind: Parameters<Recount>[0], field: string, filter: (who: Leaving) => object];
/** The same of what is counted elsewhere: that is marked before, for a crash in between, and after, for a count in between. */
const uncounted =
  (model: Linking, ...links: Link[]): PersonData['forget'] =>
  async (who, recount) => {
    for (const [kind, field, filter] of links) {
      const ids = (await model.distinct(field, filter(who))) as Id[];
      await recount(kind, ids);
      await model.deleteMany(filter(who));
      await recount(kind, ids);
    }
  };

const ofUser = (user: Id) => ({ user });
const byUser = ({ user }: Leaving) => ({ user });

/** What a person wrote is emptied at once; what is left of it, removed, goes with what hangs on it after 30 days. */
const emptied = { content: '' };

/** Every collection, by name. A guard fails where one is missing. */
export const personData: Record<string, PersonData> = {
  activities: {
    says: 'Ids of who did what. Deleted, but for those that are still to be told.',
    own: (user) => ({ actor: user }),
    // In the end only: until then they say what is to be taken back.
    forget: async ({ user, isLast }) => {
      if (isLast) await Activities.deleteMany({ actor: user, due: null });
    },
  },
  attendances: {
    says: 'Where somebody goes, waits or was. Deleted; the job gives seats up before.',
    own: ofUser,
    forget: uncounted(Attendances, ['event', 'event', byUser]),
  },
  bans: { says: 'Who may not come back. Deleted; who banned others stays as an id.', own: null, forget: gone(Bans, byUser) },
  blocks: {
    says: 'Who blocks whom. Deleted on both sides.',
    own: (user) => ({ from: user }),
    forget: async ({ user }) => {
      await Blocks.deleteMany({ from: user });
      await Blocks.deleteMany({ to: user });
    },
  },
  bookmarks: {
    says: 'Who is interested in what. Deleted.',
    own: ofUser,
    forget: uncounted(Bookmarks, ['event', 'event', byUser]),
  },
  cards: {
    says: 'Recommendations for somebody: deleted. Lines of activity are ids, and show nobody who is gone.',
    own: (user) => ({ _id: `recommendations:${user}` }),
    forget: gone(Cards, ({ user }) => ({ _id: `recommendations:${user}` })),
  },
  comments: {
    says: "What somebody wrote. Stays with 'Deleted user', or is emptied; the job removes it before.",
    own: (user) => ({ author: user }),
    forget: async ({ user, keepPosts }) => {
      if (!keepPosts) await Comments.updateMany({ author: user, removedAt: { $gt: new Date(0) } }, { $set: emptied });
    },
  },
  events: { ...nobody('An event is its society’s and stays; its creator is an id.'), own: (user) => ({ creator: user }) },
  follows: {
    says: 'Who follows whom. Deleted on both sides.',
    own: (user) => ({ from: user }),
    forget: uncounted(Follows, ['user', 'to', ({ user }) => ({ from: user })], ['user', 'from', ({ user }) => ({ to: user })]),
  },
  idempotencyKeys: { says: 'What was answered to somebody. Deleted.', own: null, forget: gone(IdempotencyKeys, byUser) },
  invitations: {
    says: 'Invitations of somebody, by account or by address: deleted. Who invited others stays as an id.',
    own: ofUser,
    forget: async ({ user, emailFolded }) => {
      await Invitations.deleteMany({ user });
      if (emailFolded) await Invitations.deleteMany({ emailFolded });
    },
  },
  joinRequests: {
    says: 'What somebody asked and answered. Deleted; the job withdraws what is pending. Who decided stays as an id.',
    own: ofUser,
    forget: gone(JoinRequests, byUser),
  },
  likes: {
    says: 'Who likes what. Deleted.',
    own: ofUser,
    forget: uncounted(Likes, ['post', 'post', byUser]),
  },
  locks: nobody('Processes, no people.'),
  mails: {
    says: 'Mails to somebody, and those that name them. Deleted; the job takes their files away before.',
    own: ofUser,
    forget: async (who) => {
      for (const filter of mailsOf(who)) await Mails.deleteMany(filter);
    },
  },
  memberships: {
    says: 'Where somebody belongs, with the name by which lists find them. Deleted; the job says so to each society before.',
    own: ofUser,
    without: ['nameFolded', 'nameGrams'],
    forget: uncounted(Memberships, ['society', 'society', byUser]),
  },
  meta: nobody('Facts about the database.'),
  notifications: {
    says: 'What somebody was told: deleted. In those of others the person is an id; the job empties quotations of what is removed.',
    own: ofUser,
    forget: gone(Notifications, byUser),
  },
  oneTimeTokens: { says: 'Hashes of mailed secrets. Deleted.', own: null, forget: gone(OneTimeTokens, byUser) },
  posts: {
    says: "What somebody wrote. Stays with 'Deleted user', or is emptied; the job removes it before.",
    own: (user) => ({ author: user }),
    without: ['words'],
    forget: async ({ user, keepPosts }) => {
      if (!keepPosts)
        await Posts.updateMany({ author: user, removedAt: { $gt: new Date(0) } }, { $set: { ...emptied, image: '', words: [] } });
    },
  },
  pushSubscriptions: {
    says: 'Browsers that somebody is told in. Deleted.',
    own: ofUser,
    without: ['keys', 'session'],
    forget: gone(PushSubscriptions, byUser),
  },
  reports: {
    says: 'What somebody reported: its words go, what was decided stays. Reports about the person are deleted.',
    own: (user) => ({ by: user }),
    forget: async ({ user }) => {
      await Reports.updateMany({ by: user }, { $set: { reason: '' } });
      await Reports.deleteMany({ kind: 'user', object: user });
    },
  },
  sessions: { says: 'Where somebody is signed in. Deleted.', own: ofUser, without: ['_id'], forget: gone(Sessions, byUser) },
  shares: { says: 'Who told others of what. Deleted.', own: ofUser, forget: uncounted(Shares, ['event', 'event', byUser]) },
  societies: {
    says: 'A society stays; its creator is an id. Where its contact is the person’s address, it has none any more.',
    own: null,
    forget: async ({ emailFolded }) => {
      for await (const { _id, contactEmail } of Societies.find({ contactEmail: { $gt: '' } }, { contactEmail: 1 })
        .lean()
        .cursor())
        if (contactEmail.toLowerCase() === emailFolded)
          await Societies.updateOne({ _id }, { $set: { contactEmail: '' }, $inc: { version: 1 } });
    },
  },
  tickets: {
    says: 'What somebody wrote to support, signed in or from their address. Deleted; who answered others stays as an id.',
    own: ofUser,
    forget: async ({ user, emailFolded }) => {
      await Tickets.deleteMany({ user });
      if (emailFolded) await Tickets.deleteMany({ email: emailFolded });
    },
  },
  uploads: {
    says: 'Images that somebody brought. The job deletes those that nothing shows any more.',
    own: (user) => ({ owner: user }),
    without: ['bytes'],
    forget: null,
  },
  users: {
    says: 'The account. What is left is an id that shows as ‘Deleted user’, made as the account is deleted.',
    own: (user) => ({ _id: user }),
    without: ['passwordHash', 'calendarKey', 'nameGrams', 'emailFolded'],
    forget: null,
  },
};
