import { type AttendanceDoc, Attendances } from '#models/db/attendances';
import { type BanDoc, Bans } from '#models/db/bans';
import { type BlockDoc, Blocks } from '#models/db/blocks';
import { type BookmarkDoc, Bookmarks } from '#models/db/bookmarks';
import { type ConsentDoc, Consents } from '#models/db/consents';
import { Events } from '#models/db/events';
import { type FollowDoc, Follows } from '#models/db/follows';
import { type InvitationDoc, Invitations } from '#models/db/invitations';
import { type JoinRequestDoc, JoinRequests } from '#models/db/join-requests';
import { type LikeDoc, Likes } from '#models/db/likes';
import { type Id, newId } from '#models/db/model';
import { type NotificationDoc, Notifications } from '#models/db/notifications';
import { Posts } from '#models/db/posts';
import { type ReportDoc, Reports } from '#models/db/reports';
import { type ShareDoc, Shares } from '#models/db/shares';
import { Societies } from '#models/db/societies';
import { type SocietyFollowDoc, SocietyFollows } from '#models/db/society-follows';
import { type SupportRequestDoc, SupportRequests } from '#models/db/support-requests';
import { Users } from '#models/db/users';
import { buildEvent, buildPost, buildSociety, buildUser, idOf, type Ref, store } from './content-builders.js';

/** Fields of a link between two documents: each end is created if not given, and counters are updated. */
type Linked<T, Links extends keyof T> = Partial<Omit<T, Links>> & { [Key in Links]?: Ref };

const user = async (ref: Ref | null | undefined): Promise<Id> => idOf(ref ?? (await buildUser()));

/** Stores a like, on by default, and increments the post's counter. */
export async function buildLike(over: Linked<LikeDoc, 'post' | 'user'> = {}): Promise<LikeDoc> {
  const post = idOf(over.post ?? (await buildPost()));
  const made = await store(Likes, { on: true, at: new Date(), ...over, post, user: await user(over.user) });
  if (made.on) await Posts.updateOne({ _id: post }, { $inc: { likes: 1, rev: 1 } });
  return made;
}

const pair = async (over: Linked<FollowDoc, 'from' | 'to'>) => ({
  on: true,
  at: new Date(),
  ...over,
  from: await user(over.from),
  to: await user(over.to),
});

/** Stores a follow of `to` by `from` and increments both counters. */
export async function buildFollow(over: Linked<FollowDoc, 'from' | 'to'> = {}): Promise<FollowDoc> {
  const made = await store(Follows, await pair(over));
  if (made.on) {
    await Users.updateOne({ _id: made.from }, { $inc: { following: 1, rev: 1 } });
    await Users.updateOne({ _id: made.to }, { $inc: { followers: 1, rev: 1 } });
  }
  return made;
}

/** Stores a follow of a society, a day old by default. */
export async function buildSocietyFollow(over: Linked<SocietyFollowDoc, 'society' | 'user'> = {}): Promise<SocietyFollowDoc> {
  const society = idOf(over.society ?? (await buildSociety()));
  const at = new Date(Date.now() - 86_400_000);
  return store(SocietyFollows, { on: true, at, ...over, society, user: await user(over.user) });
}

/** Stores a person's consent to be named outside a society. */
export const buildConsent = async ({ society, user: person }: { society: Ref; user: Ref }): Promise<ConsentDoc> => {
  const about = { subject: 'sensitive-membership', society: idOf(society), user: idOf(person) } as const;
  return store(Consents, { ...about, version: 1, language: 'en', at: new Date(), active: true });
};

/** Stores a block of `to` by `from`. */
export const buildBlock = async (over: Linked<BlockDoc, 'from' | 'to'> = {}): Promise<BlockDoc> => store(Blocks, await pair(over));

/** Stores a request, pending by default; a decided one is decided by the society's creator by default. */
export async function buildJoinRequest(over: Linked<JoinRequestDoc, 'society' | 'user'> = {}): Promise<JoinRequestDoc> {
  const { society: place, user: asker, ...rest } = over;
  const society = idOf(place ?? (await buildSociety()));
  const requester = await user(asker);
  const status = rest.status ?? 'pending';
  const createdAt = rest.createdAt ?? new Date();
  const asked = { status: 'pending' as const, at: createdAt, by: requester, reason: '' };
  if (status === 'pending')
    return store(JoinRequests, { history: [asked], ...rest, createdAt, status, pending: true, society, user: requester });
  const creator = await Societies.findById(society, { creator: 1 }).lean();
  const by = rest.decidedBy ?? (status === 'withdrawn' ? requester : (creator?.creator ?? newId()));
  const at = rest.decidedAt ?? new Date(createdAt.getTime() + 3_600_000);
  const decision = { status, at, by, reason: rest.reason ?? '' };
  const decided = status === 'withdrawn' ? {} : { decidedAt: at, decidedBy: by };
  return store(JoinRequests, { history: [asked, decision], version: 2, ...rest, ...decided, createdAt, status, society, user: requester });
}

/** Stores an invitation of a user or of `emailFolded`, open by default. */
export async function buildInvitation(over: Linked<InvitationDoc, 'society' | 'user' | 'by'> = {}): Promise<InvitationDoc> {
  const { society: place, user: guest, by, ...rest } = over;
  const status = rest.status ?? 'pending';
  return store<InvitationDoc>(Invitations, {
    createdAt: new Date(),
    ...(status === 'pending' ? { open: true } : {}),
    ...rest,
    status,
    society: idOf(place ?? (await buildSociety())),
    user: rest.emailFolded ? null : await user(guest),
    by: await user(by),
  });
}

export async function buildBan(over: Linked<BanDoc, 'society' | 'user' | 'by'> = {}): Promise<BanDoc> {
  const society = idOf(over.society ?? (await buildSociety()));
  return store(Bans, { at: new Date(), ...over, society, user: await user(over.user), by: await user(over.by) });
}

/** Stores an attendance, going by default, and updates the event's counters. */
export async function buildAttendance(over: Linked<AttendanceDoc, 'event' | 'user'> = {}): Promise<AttendanceDoc> {
  const event = idOf(over.event ?? (await buildEvent()));
  const made = await store(Attendances, { state: 'going', at: new Date(), ...over, event, user: await user(over.user) });
  if (made.state === 'going') {
    await Events.updateOne({ _id: event }, { $inc: { attendees: 1, rev: 1 } });
    await Events.updateOne({ _id: event, seatsLeft: { $gt: 0 } }, { $inc: { seatsLeft: -1 } });
  }
  return made;
}

/** Stores a bookmark and increments the event's counter. */
export async function buildBookmark(over: Linked<BookmarkDoc, 'event' | 'user'> = {}): Promise<BookmarkDoc> {
  const event = idOf(over.event ?? (await buildEvent()));
  const made = await store(Bookmarks, { on: true, at: new Date(), ...over, event, user: await user(over.user) });
  if (made.on) await Events.updateOne({ _id: event }, { $inc: { interested: 1, rev: 1 } });
  return made;
}

/** Stores a share, of today by default, and increments the event's counter. */
export async function buildShare(over: Linked<ShareDoc, 'event' | 'user'> = {}): Promise<ShareDoc> {
  const event = idOf(over.event ?? (await buildEvent()));
  const at = over.at ?? new Date();
  const made = await store(Shares, { day: at.toISOString().slice(0, 10), ...over, at, event, user: await user(over.user) });
  await Events.updateOne({ _id: event }, { $inc: { shares: 1, rev: 1 } });
  return made;
}

/** Stores a report, an open one of a post by default. */
export async function buildReport(over: Linked<ReportDoc, 'object' | 'by' | 'society' | 'about'> = {}): Promise<ReportDoc> {
  const { object, by, society, about, ...rest } = over;
  const post = object ? null : await buildPost(society ? { society } : {});
  return store(Reports, {
    kind: 'post',
    reason: 'It is spam.',
    status: 'open',
    ...((rest.status ?? 'open') === 'open' && { open: true }),
    createdAt: new Date(),
    ...rest,
    object: object ? idOf(object) : (post?._id ?? newId()),
    society: society ? idOf(society) : (post?.society ?? null),
    about: about ? idOf(about) : (post?.author ?? null),
    by: await user(by),
  });
}

/** Stores a support request of a signed-in person. */
export async function buildSupportRequest(over: Linked<SupportRequestDoc, 'user'> = {}): Promise<SupportRequestDoc> {
  return store(SupportRequests, {
    category: 'general',
    subject: 'The lab',
    content: 'Its door is locked.',
    status: 'open',
    createdAt: new Date(),
    ...over,
    user: await user(over.user),
  });
}

/** Stores a notification, unread and open by default. */
export async function buildNotification(over: Linked<NotificationDoc, 'user'> = {}): Promise<NotificationDoc> {
  return store(Notifications, {
    key: `like:${newId()}`,
    type: 'post_liked',
    params: {},
    link: '/',
    why: 'author',
    tellings: [String(newId())],
    open: true,
    unread: true,
    at: new Date(),
    count: 1,
    ...over,
    user: await user(over.user),
  });
}
