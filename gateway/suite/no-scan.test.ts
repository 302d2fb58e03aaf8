import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashToken } from '#gateway/plugins/context';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import { oldestDue } from '#models/bus/outbox';
import { anyRecordModel, type RecordKind, type RecordRef, recordModels } from '#models/bus/records';
import type { Call } from '#models/contract/define';
import { calls } from '#models/contract/index';
import { uploadImage } from '#models/contract/uploads';
import { Attendances } from '#models/db/attendances';
import { newCalendarKey } from '#models/db/calendar-feeds';
import { Comments } from '#models/db/comments';
import { Events } from '#models/db/events';
import { JoinRequests } from '#models/db/join-requests';
import { addDays, instantOf, localOf } from '#models/db/local-time';
import { Mails } from '#models/db/mails';
import { toId } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import { makeToken, type TokenPurpose } from '#models/db/one-time-tokens';
import { Posts } from '#models/db/posts';
import { Societies } from '#models/db/societies';
import { SupportRequests } from '#models/db/support-requests';
import { type UserDoc, Users } from '#models/db/users';
import {
  buildEvent,
  buildInvitation,
  buildMember,
  buildMembership,
  buildPost,
  buildReport,
  buildSociety,
  buildUser,
} from '#models/testing/builders';
import { demoAccounts, demoPassword, demoSocieties, loadDemo } from '#models/testing/demo';
import { testSettings } from '#models/testing/settings';
import { sendDigests } from '#workers/digest/weekly';
import { handlers } from '#workers/handlers';
import { silent } from '#workers/log';
import type { Mailer } from '#workers/mail/mailer';
import { sendMail } from '#workers/mail/send';
import { sendUnread, sendUnreadDefaults } from '#workers/mail/send-unread';

interface Scan {
  ns: string;
  filter: string[];
  sort: string[];
  examined: number;
}

/**
 * Queries of this database that no index bounds, over more than 1,000 documents: from a list of the embedded store, or from
 * mongod's profiler.
 */
async function scans(): Promise<string[]> {
  const db = mongoose.connection.db!;
  const status = await db.admin().command({ serverStatus: 1 });
  const found = (status.nadi?.scans as Scan[] | undefined) ?? (await profiled());
  return found
    .filter(({ ns }) => ns.startsWith(`${db.databaseName}.`))
    .map(({ ns, filter, sort, examined }) => `${ns.split('.')[1]}: {${filter}} sorted by {${sort}} read ${examined}`);
}

async function profiled(): Promise<Scan[]> {
  const slow = await mongoose.connection
    .db!.collection('system.profile')
    .find({ docsExamined: { $gt: 1000 }, $or: [{ planSummary: 'COLLSCAN' }, { hasSortStage: true }] })
    .toArray();
  return slow.map((each) => ({
    ns: each.ns,
    filter: Object.keys(each.command.filter ?? {}),
    sort: Object.keys(each.command.sort ?? {}),
    examined: each.docsExamined,
  }));
}

const nowhere: Mailer = { publicUrl: testSettings.publicUrl, send: async () => {}, discard: async () => {}, discardBefore: async () => 0 };

let test: TestApp;
let member: string;
let admin: string;
/** Belongs to a person who is deleted afterwards. */
let leaving: string;
/** One or several inputs for each call. */
let inputs: Record<string, object[]>;

beforeAll(async () => {
  test = await startTestApp();
  await loadDemo();
  await mongoose.connection.db!.command({ profile: 2 }).catch(() => {});
  const tokenOf = async ({ email }: { email: string }) => test.tokenFor((await Users.findOne({ emailFolded: email }, { _id: 1 }).lean())!);
  member = await tokenOf(demoAccounts.member);
  admin = await tokenOf(demoAccounts.societyAdmin);
  leaving = await test.tokenFor(await buildUser({ password: demoPassword }));
  inputs = await makeInputs();
}, 120_000);
afterAll(() => test.close());

async function memberInputs(me: UserDoc, admin: UserDoc): Promise<Record<string, object[]>> {
  const society_id = demoSocieties.shared.id;
  // Objects that a call deletes must not be needed by later calls.
  const led = await buildSociety({ admin: admin });
  await buildMembership({ society: led, user: me });
  const [promoted, removed, coLed] = [await buildMember(led), await buildMember(led), await buildSociety({ admin: admin })];
  await buildMember(coLed, 'admin');
  const [ledId, outsider] = [String(led._id), String((await buildUser())._id)];
  const [accepted, declined] = [await buildInvitation({ user: me }), await buildInvitation({ user: me })];
  return {
    invite: [
      { society_id: ledId, user_id: String((await buildUser())._id) },
      { society_id: ledId, email: 'somebody.new@uni.example' },
    ],
    getInvitations: [{}],
    getOwnRequests: [{}, { status: 'rejected' }],
    acceptInvitation: [{ invitation_id: String(accepted._id) }],
    declineInvitation: [{ invitation_id: String(declined._id) }],
    getAllMembers: [
      { society_id },
      { society_id, sort: 'joined' },
      { society_id, sort: 'role' },
      { society_id, role: 'moderator' },
      { society_id, role: 'member', sort: 'joined' },
      { society_id, q: 'an' },
    ],
    updateMemberRole: [{ society_id: ledId, member: String(promoted._id), role: 'moderator' }],
    stepDown: [{ society_id: String(coLed._id), role: 'member' }],
    leaveSociety: [{ society_id: ledId }],
    removeMember: [
      { society_id: ledId, user_id: String(removed._id) },
      { society_id: ledId, user_id: outsider, ban: 'true' },
    ],
    getBans: [{ society_id: ledId }],
    unban: [{ society_id: ledId, user_id: outsider }],
  };
}

async function makeInputs(): Promise<Record<string, object[]>> {
  const { asked, shared } = demoSocieties;
  const me = (await Users.findOne({ emailFolded: demoAccounts.member.email }).lean())!;
  const adminUser = (await Users.findOne({ emailFolded: demoAccounts.societyAdmin.email }).lean())!;
  const society_id = shared.id;
  const post_id = String((await Posts.findOne({ society: society_id }).sort({ createdAt: -1 }).lean())!._id);
  const comment = await Comments.create({ post: post_id, author: adminUser._id, content: 'A word', createdAt: new Date() });
  const [first, second] = await JoinRequests.find({ society: asked.id, pending: true }).limit(2).lean();
  const upcoming = { open: true, startsAt: { $gt: new Date() }, cancelledAt: null };
  const free = String((await Events.findOne({ ...upcoming, seats: null }).lean())!._id);
  const limited = String((await Events.findOne({ ...upcoming, seats: { $gt: 0 } }).lean())!._id);
  const own = await buildPost({ society: toId(shared.id), author: adminUser });
  const report = await buildReport({ object: toId(post_id), society: toId(asked.id) });
  const untaken = await buildReport({ object: toId(post_id), society: toId(asked.id) });
  const stranger = String(
    (await Users.findOne({ role: 'user', email: { $nin: Object.values(demoAccounts).map(({ email }) => email) } })
      .sort({ _id: -1 })
      .lean())!._id,
  );
  const other = String(adminUser._id);
  const led = await Events.find({ society: { $in: [asked.id, society_id] }, cancelledAt: null, attendees: { $gt: 0 } }).lean();
  const ownEvent = String(led[0]!._id);
  const guest = (await Attendances.findOne({ event: ownEvent, state: 'going' }).lean())!;
  const going = await Attendances.find({ user: me._id, state: 'going' }).lean();
  const attended = (await Events.findOne({ _id: { $in: going.map(({ event }) => event) }, cancelledAt: null }).lean())!;
  const note = await Notifications.findOne({ user: me._id }).lean();
  const endpoint = 'https://push.example/one';
  const ticket = await SupportRequests.create({
    user: me._id,
    category: 'general',
    subject: 'S',
    content: 'C',
    status: 'open',
    createdAt: new Date(),
  });
  const person = { name: 'New Student', email: 'new.student@uni.example', password: 'a-long-password', student_id: 'N-1', photo: 'drawn' };
  const event_id = String((await Events.findOne({ society: society_id }).sort({ startsAt: -1 }).lean())!._id);
  const planned = String((await buildEvent({ society: toId(asked.id) }))._id);
  const plan = {
    society_id: asked.id,
    title: 'Kite evening',
    description: 'Paper, string and a good wind over campus.',
    category: 'Social',
    date: addDays(localOf(new Date(), 'Asia/Amman').date, 9),
    time: '18:00',
    location: 'The hill',
  };
  const doomed = await buildSociety({ admin: adminUser });
  const removed = await buildSociety({ removedAt: new Date() });
  const credentials = { email: demoAccounts.member.email, password: demoPassword };
  const { email: adminEmail } = demoAccounts.platformAdmin;
  const platform = (await Users.findOne({ emailFolded: adminEmail }).lean())!;
  const restorable = { email: adminEmail, emailFolded: adminEmail, until: new Date(Date.now() + 86_400_000) };
  await Users.updateOne({ _id: platform._id }, { $set: { formerEmails: [restorable] } });
  const storedImage = (await test.call(uploadImage, { image: onePixel() }, member)).data.Image;
  const mailed = (purpose: TokenPurpose) => makeToken({ purpose, user: platform._id, emailFolded: adminEmail });
  return {
    verifyEmail: [{ verify_token: await mailed('verify') }],
    resendVerification: [{}],
    forgotPassword: [{ email: demoAccounts.member.email }],
    resetPassword: [{ reset_token: await mailed('reset'), password: 'another-password' }],
    undoEmail: [{ undo_token: await mailed('undo') }],
    changePassword: [{ password: demoPassword, new_password: 'another-password' }],
    getSessions: [{}, { limit: 1 }],
    exportData: [{}],
    deleteAccount: [{ password: demoPassword, keep_posts: false }],
    endSession: [{ session_id: hashToken(await test.tokenFor(me)) }],
    register: [person],
    login: [credentials],
    loginByQuery: [credentials],
    logout: [{}],
    getUserInfo: [{}],
    getAllSocieties: [
      {},
      { q: 'robot' },
      { category: 'Technology' },
      { filter: 'trending' },
      { sort: 'name' },
      { sort: 'newest' },
      { sort: 'members', category: 'Science', q: 'a' },
    ],
    getStatistics: [{}],
    getSocietyInfo: [{ society_id }],
    getSocietiesByUser: [{}],
    createSociety: [{ name: 'Kite Makers', description: 'Paper, string and a good wind over campus.', category: 'Social' }],
    getSocietiesByUserPublic: [{ user_id: other }, { user_id: other, limit: 1 }],
    getInsights: [{ society_id: demoSocieties.asked.id, days: 365 }],
    exportMembers: [{ society_id: demoSocieties.asked.id }],
    deleteSociety: [{ society_id: String(doomed._id), confirm: doomed.name }],
    getRemoved: [{}],
    restoreSociety: [{ society_id: String(removed._id) }],
    updateInfo: [{ society_id: demoSocieties.asked.id, privacy: { joinApproval: true }, question: 'Why?' }],
    checkMembership: [{ society_id }],
    checkAdmin: [{ society_id }],
    ...(await memberInputs(me, adminUser)),
    askToJoin: [{ society_id: asked.id }],
    checkRequest: [{ society_id: asked.id }],
    withdrawRequest: [{ society_id: asked.id }],
    getJoinRequests: [{ society_id: asked.id }, { society_id: asked.id, status: 'pending' }, { society_id: asked.id, status: 'approved' }],
    approveRequest: [{ request_id: String(first!._id) }],
    rejectRequest: [{ request_id: String(second!._id) }],
    getAllPosts: [{}, { limit: 100 }],
    getPostsBySociety: [{ society_id }],
    createPost: [{ society_id, content: 'Hello' }],
    likePost: [{ post_id }],
    unlikePost: [{ post_id }],
    getComments: [{ post_id }],
    createComment: [{ post_id, content: 'Well said' }],
    deleteComment: [{ comment_id: String(comment._id) }],
    getNotifications: [{}],
    getUnreadCount: [{}],
    markRead: [{ notification_id: String(note!._id) }],
    markAllRead: [{}],
    getActivityFeed: [{}],
    getTrendingPosts: [{}],
    getRecommendations: [{}],
    notInterested: [
      { type: 'society', id: society_id },
      { type: 'event', id: event_id },
      { type: 'society', id: society_id, undo: true },
    ],
    getAllEvents: [
      {},
      { q: 'night' },
      { category: 'Workshop' },
      { when: 'thisWeek' },
      { sort: 'date' },
      { sort: 'dateDesc' },
      { sort: 'title' },
      { sort: 'title', category: 'Workshop', q: 'a' },
    ],
    getEventsBySociety: [
      { society_id },
      { society_id, sort: 'title' },
      { society_id, when: 'thisMonth', category: 'Workshop' },
      { society_id, status: 'upcoming' },
      { society_id, status: 'completed', sort: 'title' },
    ],
    getEventInfo: [{ event_id }],
    getEventStats: [{ event_id }],
    getEventsAttendedByUser: [{ user_id: other }, { user_id: String(me._id), limit: 100 }],
    getRelatedEvents: [{ event_id }, { event_id, limit: 100 }],
    getCalendar: [{ from: addDays(plan.date, -20), to: addDays(plan.date, 20) }],
    createEvent: [plan],
    updateEvent: [{ event_id: planned, location: 'The other hill', max_attendees: 30 }],
    cancelEvent: [{ event_id: planned, reason: 'Rain' }],
    deleteEvent: [{ event_id: planned }],
    toggleAttendance: [
      { event_id: free, status: 'attending' },
      { event_id: limited, status: 'waiting' },
    ],
    toggleBookmark: [{ event_id: free }],
    recordShare: [{ event_id: free }],
    getAttendees: [
      { event_id: ownEvent, limit: 2 },
      { event_id: ownEvent, q: 'a' },
      { event_id: ownEvent, state: 'waiting' },
      { event_id: ownEvent, state: 'checked_in' },
    ],
    checkIn: [{ event_id: ownEvent, user_id: String(guest.user) }],
    getCalendarFile: [{ event_id }, { society_id }, { key: await newCalendarKey(me._id) }],
    makeCalendarKey: [{}],
    revokeCalendarKey: [{}],
    getMyTicket: [{ event_id: String(attended._id) }],
    getUserStatus: [{ event_id: limited }],
    getUserProfileInfo: [{}],
    updateProfile: [{ name: 'Another Name', privacy: { showPhone: true } }],
    updatePreferences: [{ theme: 'dark', muted_societies: [society_id] }],
    getPublicProfile: [{ user_id: other }, { user_id: String(me._id), as: 'visitor' }],
    getAllUsers: [{}, { q: 'an' }, { q: 'ali' }, { q: demoAccounts.member.email }],
    suspendUser: [{ user_id: stranger, suspended: true }],
    followUser: [{ user_id: other }],
    unfollowUser: [{ user_id: other }],
    blockUser: [{ user_id: other }],
    unblockUser: [{ user_id: other }],
    getBlocked: [{}],
    getFollowers: [{ user_id: other }],
    getFollowing: [{ user_id: other }],
    reportPost: [{ post_id, message: 'Spam' }],
    pushSubscribe: [{ endpoint, keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } }],
    pushUnsubscribe: [{ endpoint }],
    getPushKey: [{}],
    createTicket: [{ category: 'general', subject: 'A question', content: 'How does it work?' }],
    getMyTickets: [{}],
    getContact: [{}],
    openBoard: [{}],
    getTickets: [{}, { status: 'open' }],
    replyToTicket: [{ ticket_id: String(ticket._id), content: 'So it works.' }],
    searchAll: [
      {},
      { q: 'robot' },
      { q: 'a' },
      { q: 'li' },
      { q: 'obo' },
      { q: 'the night', limit: 50 },
      { q: 'a', kind: 'posts', limit: 5 },
    ],
    uploadImage: [{ image: onePixel() }],
    importImage: [{ image: storedImage }],
    reportThing: [{ kind: 'society', id: society_id, message: 'Spam' }],
    getReports: [{ society_id: asked.id }],
    takeReport: [{ report_id: String(untaken._id), taken: true }],
    resolveReport: [{ report_id: String(report._id), action: 'note', note: 'Please look again.' }],
    getPost: [{ post_id }],
    getPostsByUser: [{ user_id: String(adminUser._id) }],
    updatePost: [{ post_id: String(own._id), content: 'Hello again' }],
    deletePost: [{ post_id: String(own._id) }],
  };
}

const onePixel = (): File => new File([Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')], 'one.gif');

/** Calls that need a society admin; all others are made as the member and, where allowed, as a visitor too. */
const byAdmin = [
  'getInsights',
  'exportMembers',
  'getAttendees',
  'checkIn',
  'updateInfo',
  'deleteSociety',
  'getJoinRequests',
  'approveRequest',
  'rejectRequest',
  'deleteComment',
  'changePassword',
  'createEvent',
  'updateEvent',
  'cancelEvent',
  'deleteEvent',
  'updateMemberRole',
  'stepDown',
  'removeMember',
  'getBans',
  'unban',
  'getReports',
  'takeReport',
  'resolveReport',
  'updatePost',
  'deletePost',
];

/** Calls that need a platform admin; signing out ends a session that nothing else needs. */
const byPlatformAdmin = [
  'logout',
  'getTickets',
  'replyToTicket',
  'getRemoved',
  'restoreSociety',
  'getAllUsers',
  'suspendUser',
  'openBoard',
];

async function run(call: Call, input: object): Promise<void> {
  const token =
    call.name === 'deleteAccount'
      ? leaving
      : byPlatformAdmin.includes(call.name)
        ? await test.tokenFor((await Users.findOne({ emailFolded: demoAccounts.platformAdmin.email }).lean())!)
        : byAdmin.includes(call.name)
          ? admin
          : member;
  const { status, next, error } = await test.call(call, input as Record<string, unknown>, call.auth === 'none' ? undefined : token);
  expect([call.name, status, error?.error_message]).toEqual([call.name, call.status, undefined]);
  if (next) await test.call(call, { ...input, cursor: next }, token);
  if (call.auth === 'optional') await test.call(call, input as Record<string, unknown>);
}

describe('database queries over the whole demo community', () => {
  it('there is an input for every call', () => {
    expect(Object.keys(inputs).toSorted()).toEqual(calls.map((call) => call.name).toSorted());
  });

  it.each(calls.map((call) => [call.name, call] as const))('%s reads within its indexes', { tags: ['generated'] }, async (name, call) => {
    const before = await scans();
    for (const input of inputs[name] ?? []) await run(call, input);
    expect((await scans()).slice(before.length)).toEqual([]);
  });

  it('jobs after the calls read within their indexes: every record and every card', async () => {
    const before = await scans();
    const kinds = Object.keys(recordModels) as RecordKind[];
    const due: RecordRef[] = [];
    for (const kind of kinds)
      for (const { _id, version = 1 } of await anyRecordModel(kind)
        .find({ due: { $lte: new Date() } })
        .lean())
        due.push({ kind, id: String(_id), version });
    expect(due.length).toBeGreaterThan(5);
    for (const ref of due) await handlers['activity.dispatch'](ref, silent, testSettings);
    await handlers['cards.trending']({}, silent, testSettings);
    await handlers['events.remind']({}, silent, testSettings);
    await handlers['upkeep.nudge']({}, silent, testSettings);
    for (const { email } of Object.values(demoAccounts))
      await handlers['cards.recommendations'](
        { user: String((await Users.findOne({ emailFolded: email }).lean())!._id) },
        silent,
        testSettings,
      );
    expect((await scans()).slice(before.length)).toEqual([]);
  });

  it('monitoring reads within its indexes', async () => {
    const before = await scans();
    expect((await oldestDue(new Date())).length).toBeGreaterThan(5);
    expect((await scans()).slice(before.length)).toEqual([]);
  });

  it('mail reads within its indexes: unseen notifications and weekly digests', async () => {
    await Societies.updateMany({ active: true }, { $set: { 'notifications.weeklyDigest': true } });
    const before = await scans();
    const { timeZone } = testSettings;
    const today = localOf(new Date(), timeZone).date;
    const noon = instantOf(addDays(today, 1), '12:00', timeZone);
    await sendUnread(timeZone, { ...sendUnreadDefaults, now: () => noon });
    await sendDigests(timeZone, noon);
    for (const kind of ['notifications', 'digest'] as const) {
      const mails = await Mails.find({ kind }, { _id: 1 }).limit(20).lean();
      expect([kind, mails.length]).not.toEqual([kind, 0]);
      for (const { _id } of mails) await sendMail(String(_id), silent, { timeZone, mailer: nowhere, now: () => noon });
    }
    expect((await scans()).slice(before.length)).toEqual([]);
  });

  it('a query without an index would be noticed', async () => {
    const before = await scans();
    await Comments.findOne({ content: 'what nobody ever wrote' }).lean();
    expect((await scans()).slice(before.length)).toHaveLength(1);
  });
});
