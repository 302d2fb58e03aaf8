import { Activities } from '#models/db/activities';
import { AdminClaims } from '#models/db/admin-claims';
import { Attendances } from '#models/db/attendances';
import { Bans } from '#models/db/bans';
import { Bookmarks } from '#models/db/bookmarks';
import { Cards } from '#models/db/cards';
import { Comments } from '#models/db/comments';
import { Consents } from '#models/db/consents';
import { Demotions } from '#models/db/demotions';
import { EventFeedbacks } from '#models/db/event-feedback';
import { EventMessages } from '#models/db/event-messages';
import { EventQuestions } from '#models/db/event-questions';
import { EventSeries } from '#models/db/event-series';
import { Events } from '#models/db/events';
import { Invitations } from '#models/db/invitations';
import { JoinRequests } from '#models/db/join-requests';
import { Likes } from '#models/db/likes';
import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { PlannedPosts } from '#models/db/planned-posts';
import { PollVotes } from '#models/db/poll-votes';
import { Posts } from '#models/db/posts';
import { Reports } from '#models/db/reports';
import type { Deletions } from '#models/db/retention-ledger';
import { RolePeriods } from '#models/db/role-periods';
import { Shares } from '#models/db/shares';
import { Societies } from '#models/db/societies';
import { restorableSince } from '#models/db/societies.removed';
import { SocietyFollows } from '#models/db/society-follows';
import type { Log } from '../log.js';

const batch = 500;

async function deletePosts(society: Id): Promise<void> {
  for (;;) {
    const post = { $in: (await Posts.find({ society }, { _id: 1 }).limit(batch).lean()).map(({ _id }) => _id) };
    if (post.$in.length === 0) return;
    await Likes.deleteMany({ post });
    await PollVotes.deleteMany({ post });
    await Comments.deleteMany({ post });
    await Posts.deleteMany({ _id: post });
  }
}

async function deleteEvents(society: Id): Promise<void> {
  for (;;) {
    const event = { $in: (await Events.find({ society }, { _id: 1 }).limit(batch).lean()).map(({ _id }) => _id) };
    if (event.$in.length === 0) return;
    await Attendances.deleteMany({ event });
    await Bookmarks.deleteMany({ event });
    await Shares.deleteMany({ event });
    await Events.deleteMany({ _id: event });
  }
}

/** Deletes everything that belongs to one society; the society itself last, so that an interrupted run is continued. */
async function deleteWhole(society: Id): Promise<void> {
  await deletePosts(society);
  await deleteEvents(society);
  for (const model of [
    EventSeries,
    EventFeedbacks,
    EventMessages,
    EventQuestions,
    PlannedPosts,
    Consents,
    Bans,
    JoinRequests,
    Invitations,
    Reports,
    Activities,
    SocietyFollows,
    RolePeriods,
    AdminClaims,
    Demotions,
    Memberships,
  ])
    await (model as typeof Memberships).deleteMany({ society });
  await Cards.deleteOne({ _id: `activity:${society}` });
  await Societies.deleteOne({ _id: society });
}

/** Longer than any call takes, so that a society that is just being restored is not deleted. */
const marginMs = 3_600_000;

/** Deletes societies that were removed 30 days ago, with all their content. */
export async function deleteRemovedSocieties(log: Log): Promise<Deletions> {
  const before = new Date(restorableSince().getTime() - marginMs);
  const expired = await Societies.find({ removedAt: { $lt: before } }, { _id: 1 }).lean();
  for (const { _id } of expired) await deleteWhole(_id);
  if (expired.length > 0) log.info({ count: expired.length }, 'retention.societies deleted');
  return { societies: expired.length };
}
