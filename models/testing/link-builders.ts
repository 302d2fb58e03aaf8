import type { StaffScope } from '#models/contract/staff-scopes';
import { type AdminClaimDoc, AdminClaims } from '#models/db/admin-claims';
import { type AttendanceDoc, Attendances } from '#models/db/attendances';
import { type BanDoc, Bans } from '#models/db/bans';
import { type BlockDoc, Blocks } from '#models/db/blocks';
import { type BookmarkDoc, Bookmarks } from '#models/db/bookmarks';
import { type ConsentDoc, Consents } from '#models/db/consents';
import { type DemotionDoc, Demotions } from '#models/db/demotions';
import { Events } from '#models/db/events';
import { type FollowDoc, Follows } from '#models/db/follows';
import { type InvitationDoc, Invitations } from '#models/db/invitations';
import { type JoinRequestDoc, JoinRequests } from '#models/db/join-requests';
import { type LikeDoc, Likes } from '#models/db/likes';
import { Memberships } from '#models/db/memberships';
import { type Id, newId } from '#models/db/model';
import { type NotificationDoc, Notifications } from '#models/db/notifications';
import { Posts } from '#models/db/posts';
import { type ReportDoc, Reports } from '#models/db/reports';
import { type ShareDoc, Shares } from '#models/db/shares';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { type SocietyFollowDoc, SocietyFollows } from '#models/db/society-follows';
import { proposalEnd, type StaffProposalDoc, StaffProposals } from '#models/db/staff-proposals';
import { type SupportRequestDoc, SupportRequests } from '#models/db/support-requests';
import { type UserDoc, Users } from '#models/db/users';
import { buildEvent, buildMember, buildMembership, buildPost, buildSociety, buildUser, idOf, type Ref, store } from './content-builders.js';

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

/** Stores a person with these scopes of staff, as two others would give them; with `all` a platform admin. */
export async function buildStaff(...scopes: StaffScope[]): Promise<UserDoc> {
  const given = { by: newId(), confirmedBy: newId(), at: new Date() };
  return buildUser({
    ...(scopes.includes('all') ? { role: 'admin' as const } : {}),
    ...(scopes.length > 0 ? { staff: scopes.map((scope) => ({ scope, ...given })) } : {}),
  });
}

/** Stores an open proposal to give somebody the scope `support`, by default. */
export async function buildStaffProposal(over: Linked<StaffProposalDoc, 'user' | 'by'> = {}): Promise<StaffProposalDoc> {
  const createdAt = over.createdAt ?? new Date();
  return store(StaffProposals, {
    kind: 'give',
    scopes: ['support'],
    status: 'open',
    open: true,
    createdAt,
    expiresAt: proposalEnd(createdAt),
    ...over,
    user: await user(over.user),
    by: idOf(over.by ?? (await buildUser({ role: 'admin' }))),
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

/** Stores a request for a demotion, open and made by another admin; each is made an admin of the society if not given. */
export async function buildDemotion(over: Linked<DemotionDoc, 'society' | 'user' | 'by'> = {}): Promise<DemotionDoc> {
  const society = idOf(over.society ?? (await buildSociety()));
  const by = idOf(over.by ?? (await buildMember(society, 'admin')));
  const subject = idOf(over.user ?? (await buildMember(society, 'admin')));
  const expiresAt = new Date(Date.now() + 14 * 86_400_000);
  const open = { status: 'open', open: true, createdAt: new Date(), expiresAt } as const;
  return store(Demotions, { reason: 'Away since spring.', agreed: [by], ...open, ...over, society, user: subject, by });
}

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

/** A society whose only admin has been away for 61 days. */
export async function buildAbandonedSociety(over: Parameters<typeof buildSociety>[0] = {}): Promise<SocietyDoc> {
  return buildSociety({ ...over, admin: await buildUser({ activeAt: daysAgo(61) }) });
}

/** Makes a person, a new one if not given, a member since 40 days ago. */
export async function buildOldMember(society: Ref, person?: UserDoc): Promise<UserDoc> {
  const member = person ?? (await buildUser());
  await buildMembership({ society, user: member, joinedAt: daysAgo(40) });
  return member;
}

/** Stores an open claim of an old member to an abandoned society. */
export async function buildClaim(over: Linked<AdminClaimDoc, 'society' | 'user'> = {}): Promise<AdminClaimDoc> {
  const society = idOf(over.society ?? (await buildAbandonedSociety()));
  const absent = over.absent ?? (await Memberships.findOne({ society, role: 'admin' }).lean())?.user ?? newId();
  const open = { status: 'open', open: true, createdAt: new Date() } as const;
  const claimer = idOf(over.user ?? (await buildOldMember(society)));
  return store(AdminClaims, { words: 'I ran the lab for a year.', ...open, ...over, absent, society, user: claimer });
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
