import mongoose from 'mongoose';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { oldestDue } from '#models/bus/outbox';
import { anyRecordModel, type RecordKind, type RecordRef, recordModels } from '#models/bus/records';
import { toggleAttendance } from '#models/contract/attendance';
import { createComment } from '#models/contract/comments';
import type { Call } from '#models/contract/define';
import { createEvent } from '#models/contract/event-changes';
import { calls } from '#models/contract/index';
import { invite } from '#models/contract/invitations';
import { followUser } from '#models/contract/people';
import { createPost, likePost } from '#models/contract/posts';
import { reportPost } from '#models/contract/reports';
import { Attendances } from '#models/db/attendances';
import { newCalendarKey } from '#models/db/calendar-keys';
import { Comments } from '#models/db/comments';
import { doorCode } from '#models/db/door-codes';
import { Events } from '#models/db/events';
import { addDays, instantOf, localOf } from '#models/db/local-time';
import { Mails } from '#models/db/mails';
import { Posts } from '#models/db/posts';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { type UserDoc, Users } from '#models/db/users';
import {
  buildAttendance,
  buildEvent,
  buildEventSeries,
  buildMeeting,
  buildMembership,
  buildOldMember,
  buildPost,
  buildSocietyFollow,
  buildUser,
  somePoll,
} from '#models/testing/builders';
import { demoAccounts, demoSocieties, loadDemo } from '#models/testing/demo';
import { testSettings } from '#models/testing/settings';
import { enqueueFollowerDigests, writeFollowerDigests } from '#workers/digest/followers';
import { enqueueDigests, writeDigests } from '#workers/digest/weekly';
import { handlers } from '#workers/handlers';
import { silent } from '#workers/log';
import type { Mailer } from '#workers/mail/mailer';
import { sendMail } from '#workers/mail/send';
import { sendUnread, sendUnreadDefaults } from '#workers/mail/send-unread';
import { readPermissions } from '../testing/permission-table.js';
import { buildScenario, buildScenarioIn, type Role, roles, type SocietyScenario } from '../testing/scenario.js';
import { validHeaders, validInput } from '../testing/valid-inputs.js';

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

const test = setUpTestApp();
/** The demo's largest things and busiest people, in the places of the scenario. */
let demo: SocietyScenario;
/** Further inputs of calls that read in several ways, about the demo. */
let more: Record<string, object[]>;

beforeAll(async () => {
  await loadDemo();
  await mongoose.connection.db!.command({ profile: 2 }).catch(() => {});
  demo = await makeDemoScenario();
  more = await makeMoreInputs();
}, 120_000);

const accountOf = async ({ email }: { email: string }): Promise<UserDoc> => (await Users.findOne({ emailFolded: email }).lean())!;
const demoSociety = async (): Promise<SocietyDoc> => (await Societies.findById(demoSocieties.asked.id).lean())!;

async function makeDemoScenario(): Promise<SocietyScenario> {
  const society = await demoSociety();
  const scenario = await buildScenarioIn(test, society);
  const member = await accountOf(demoAccounts.member);
  await buildMembership({ society, user: member });
  await buildOldMember(scenario.abandoned, member);
  const busy = {
    member,
    author: member,
    admin: await accountOf(demoAccounts.societyAdmin),
    'platform admin': await accountOf(demoAccounts.platformAdmin),
  };
  const tokens: Partial<SocietyScenario['tokens']> = {};
  for (const [role, user] of Object.entries(busy)) tokens[role as keyof typeof busy] = await test.tokenFor(user);
  const post = await Posts.findOne({ society: society._id }).sort({ comments: -1 }).lean();
  await Posts.updateOne({ _id: post!._id }, { $set: { poll: somePoll() } });
  const event = await Events.findOne({ society: society._id, cancelledAt: null }).sort({ attendees: -1 }).lean();
  // By the time of day, the demo has the member attend it already.
  await Attendances.deleteOne({ event: event!._id, user: member._id });
  await buildAttendance({ event: event!, user: member });
  return {
    ...scenario,
    people: { ...scenario.people, ...busy },
    tokens: { ...scenario.tokens, ...tokens },
    post: post!,
    event: event!,
  };
}

async function makeMoreInputs(): Promise<Record<string, object[]>> {
  const society_id = String(demo.society._id);
  const event_id = String(demo.event._id);
  const user_id = String(demo.people.admin._id);
  const me = demo.people.member._id;
  const upcoming = { open: true, startsAt: { $gt: new Date() }, cancelledAt: null };
  const limited = String((await Events.findOne({ ...upcoming, seats: { $gt: 0 } }).lean())!._id);
  const today = localOf(new Date(), testSettings.timeZone).date;
  const series = await buildEventSeries({ society: demo.society });
  const meetings = [await buildMeeting(series), await buildMeeting(series, { seriesIndex: 1 })];
  const meeting = String(meetings[0]?._id);
  return {
    getSessions: [{ limit: 1 }],
    getAuditEntries: [
      { call: 'createPost' },
      { actor_id: String(me), outcome: 'ok' },
      { society_id, from: today, to: today },
      { subject_id: event_id, outcome: 'refused' },
    ],
    getAllSocieties: [
      { q: 'robot' },
      { category: 'Technology' },
      { filter: 'trending' },
      { sort: 'name' },
      { sort: 'newest' },
      { sort: 'members', category: 'Science', q: 'a' },
    ],
    getSocietiesByUserPublic: [{ user_id }, { user_id, limit: 1 }],
    getInsights: [{ society_id, days: 365 }],
    updateInfo: [{ society_id, privacy: { joinApproval: true }, question: 'Why?' }],
    invite: [{ society_id, email: 'somebody.new@uni.example' }],
    getOwnRequests: [{ status: 'rejected' }],
    getAllMembers: [
      { society_id, sort: 'joined' },
      { society_id, sort: 'role' },
      { society_id, role: 'moderator' },
      { society_id, role: 'member', sort: 'joined' },
      { society_id, q: 'an' },
    ],
    removeMember: [{ society_id, user_id: String((await buildUser())._id), ban: 'true' }],
    getJoinRequests: [
      { society_id, status: 'pending' },
      { society_id, status: 'approved' },
      { society_id, sort: 'oldest' },
      { society_id, status: 'pending', sort: 'oldest', q: 'an' },
    ],
    getReports: [{ society_id, status: 'appealed' }],
    getOpenRequests: [{ sort: 'newest' }, { q: 'an' }, { waiting_over: 24, unanswered: 'true' }],
    getAllPosts: [{ limit: 100 }, { feed: 'mine' }, { feed: 'followed' }],
    setMailCadence: [{ cadence: null }],
    getPostsByUser: [{ user_id }],
    markAllRead: [{}],
    notInterested: [
      { type: 'event', id: event_id },
      { type: 'society', id: society_id, undo: true },
    ],
    getAllEvents: [
      { q: 'night' },
      { category: 'Workshop' },
      { when: 'thisWeek' },
      { sort: 'date' },
      { sort: 'dateDesc' },
      { sort: 'title' },
      { sort: 'title', category: 'Workshop', q: 'a' },
    ],
    getEventsBySociety: [
      { society_id, sort: 'title' },
      { society_id, when: 'thisMonth', category: 'Workshop' },
      { society_id, status: 'upcoming' },
      { society_id, status: 'completed', sort: 'title' },
    ],
    getEventsAttendedByUser: [{ user_id }, { user_id: String(me), limit: 100 }],
    getRelatedEvents: [{ event_id, limit: 100 }],
    getCalendar: [{ from: addDays(today, -20), to: addDays(today, 20) }],
    updateEvent: [{ event_id: String((await buildEvent({ society: demo.society }))._id), location: 'The other hill', max_attendees: 30 }],
    getSeries: [{ event_id: meeting }, { event_id: meeting, limit: 1 }],
    toggleAttendance: [{ event_id: limited, status: 'waiting' }],
    getAttendees: [
      { event_id, limit: 2 },
      { event_id, q: 'a' },
      { event_id, state: 'waiting' },
      { event_id, state: 'checked_in' },
      { event_id, state: 'unconfirmed' },
    ],
    getCalendarFile: [
      { society_id },
      { key: (await newCalendarKey(me)).key },
      { key: (await newCalendarKey(me, { kind: 'societies', society: null, category: null })).key },
      { key: (await newCalendarKey(me, { kind: 'society', society: demo.society._id, category: null })).key },
      { key: (await newCalendarKey(me, { kind: 'category', society: null, category: 'Workshop' })).key },
    ],
    makeCalendarKey: [{ kind: 'societies' }, { kind: 'society', society_id }, { kind: 'category', category: 'Workshop' }],
    revokeCalendarKey: [
      { subscription_id: String((await newCalendarKey(me, { kind: 'category', society: null, category: 'Seminar' })).id) },
    ],
    updateProfile: [{ name: 'Another Name', privacy: { showPhone: true } }],
    updatePreferences: [{ theme: 'dark', muted_societies: [society_id] }],
    getPublicProfile: [{ user_id }, { user_id: String(me), as: 'visitor' }],
    getFollowers: [{ user_id }],
    getFollowing: [{ user_id }],
    getAllUsers: [{ q: 'an' }, { q: 'ali' }, { q: demoAccounts.member.email }],
    planRoster: [{ roster: new File([`id,email\nS-1,${demoAccounts.societyAdmin.email}`], 'people.csv'), confirm_missing: 'true' }],
    getTickets: [{ status: 'open' }],
    reportThing: [{ kind: 'society', id: society_id, message: 'Spam' }],
    searchAll: [
      {},
      { q: 'robot' },
      { q: 'a' },
      { q: 'li' },
      { q: 'obo' },
      { q: 'the night', limit: 50 },
      { q: 'a', kind: 'posts', limit: 5 },
    ],
  };
}

const permissions = readPermissions();
/** First those whose places busy people of the demo take. */
const callers: readonly Role[] = ['member', 'admin', 'platform admin', ...roles];

/** A role for which a call about an open society succeeds, a member for those of `preparations`. */
function callerOf(call: Call): Role {
  const row = permissions.rows.find(({ call: name, of }) => name === call.name && of.includes('public'));
  return callers.find((role) => row?.expected[roles.indexOf(role)] === call.status) ?? 'member';
}

/** Makes a scenario one in which a member's call succeeds, and adds the input for it: no role's call does otherwise. */
const preparations: Record<string, (scenario: SocietyScenario) => Promise<object>> = {
  checkInHere: async ({ event, people }) => {
    const now = Date.now();
    await Events.updateOne({ _id: event._id }, { $set: { startsAt: new Date(now), endsAt: new Date(now + 3_600_000) } });
    await buildAttendance({ event, user: people.member });
    return { code: (await doorCode(event._id, now)).code };
  },
};

async function run(call: Call, scenario: SocietyScenario, input: object): Promise<void> {
  const role = callerOf(call);
  const token = role === 'visitor' || call.auth === 'none' ? undefined : scenario.tokens[role];
  const { status, next, error } = await test.call(call, input as Record<string, unknown>, token, validHeaders(call.name, scenario));
  expect([call.name, status, error?.error_message]).toEqual([call.name, call.status, undefined]);
  if (next) await test.call(call, { ...input, cursor: next }, token);
  if (call.auth === 'optional') await test.call(call, input as Record<string, unknown>);
}

/** Writes after which every other one still finds what it needs, so that they share a scenario: building one takes long. */
const sharing = new Set(
  [
    ['createPost', 'updatePost', 'likePost', 'unlikePost', 'createComment', 'reportPost', 'reportThing', 'takeReport'],
    ['createEvent', 'createSeries', 'updateEvent', 'toggleAttendance', 'attendSeries', 'toggleBookmark', 'recordShare'],
    [
      'createSociety',
      'invite',
      'followUser',
      'unfollowUser',
      'followSociety',
      'unfollowSociety',
      'setMailCadence',
      'notInterested',
      'markRead',
      'markAllRead',
    ],
    [
      'updateProfile',
      'updatePreferences',
      'pushSubscribe',
      'pushUnsubscribe',
      'makeCalendarKey',
      'revokeCalendarKey',
      'giveConsent',
      'withdrawConsent',
    ],
    ['uploadImage', 'importImage', 'createTicket', 'takeTicket', 'openBoard', 'login', 'loginByQuery', 'forgotPassword'],
  ].flat(),
);
let shared: Promise<SocietyScenario> | undefined;

/** People and objects that a writing call may use up, in the demo's society. */
async function ownScenario(call: Call): Promise<SocietyScenario> {
  if (call.name === 'deleteSociety') return buildScenario(test, 'public');
  const build = async () => buildScenarioIn(test, await demoSociety());
  if (!sharing.has(call.name)) return build();
  shared ??= build();
  return shared;
}

/** Writes whose records the tests of jobs and mails below need. */
const recorded: readonly Call[] = [createPost, likePost, createComment, createEvent, toggleAttendance, followUser, invite, reportPost];
const isQuick = (call: Call) => call.list === true || recorded.includes(call);
const named = (some: readonly Call[]) => some.map((call) => [call.name, call] as const);

async function expectWithinIndexes(name: string, call: Call): Promise<void> {
  const before = await scans();
  const scenario = call.method === 'GET' && call.auth !== 'none' ? demo : await ownScenario(call);
  const prepared = await preparations[name]?.(scenario);
  await run(call, scenario, { ...validInput(name, scenario, callerOf(call)), ...prepared });
  for (const input of more[name] ?? []) await run(call, demo, input);
  expect((await scans()).slice(before.length)).toEqual([]);
}

describe('database queries over the whole demo community', () => {
  it.each(named(calls.filter(isQuick)))('%s reads within its indexes', { tags: ['generated'] }, expectWithinIndexes);
  // Most writes need people and objects of their own to use up, which takes long.
  it.each(named(calls.filter((call) => !isQuick(call))))(
    '%s reads within its indexes',
    { tags: ['generated', 'long'] },
    expectWithinIndexes,
  );

  it('further inputs, and writes that share a scenario, are those of calls', () => {
    expect([...Object.keys(more), ...sharing].filter((name) => !calls.some((call) => call.name === name))).toEqual([]);
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
    await handlers['cards.societies']({}, silent, testSettings);
    await handlers['events.remind']({}, silent, testSettings);
    await handlers['upkeep.nudge']({}, silent, testSettings);
    await handlers['upkeep.terms']({}, silent, testSettings);
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

  it('mail reads within its indexes: unseen notifications, weekly digests and mails to followers', async () => {
    await Societies.updateMany({ active: true }, { $set: { 'notifications.weeklyDigest': true } });
    const before = await scans();
    const { timeZone } = testSettings;
    const today = localOf(new Date(), timeZone).date;
    const noon = instantOf(addDays(today, 1), '12:00', timeZone);
    // Two batches of a few hundred people ask for all that a whole run does.
    await sendUnread(timeZone, { ...sendUnreadDefaults, batchSize: 100, maxBatches: 2, now: () => noon });
    await enqueueDigests(timeZone, noon);
    for (const { _id } of await Societies.find({ 'notifications.weeklyDigest': true }, { _id: 1 }).lean())
      await writeDigests({ society: String(_id), sunday: localOf(noon, timeZone).date }, timeZone, noon);
    const day = [today, addDays(today, 1)].find((each) => instantOf(each, '17:00', timeZone).getTime() > Date.now()) as string;
    const evening = instantOf(day, '17:00', timeZone);
    await enqueueFollowerDigests(timeZone, evening);
    await buildSocietyFollow({ society: demo.society });
    await buildPost({ society: demo.society });
    await writeFollowerDigests({ society: String(demo.society._id), cadence: 'daily', day }, timeZone, evening);
    for (const kind of ['notifications', 'digest', 'followed'] as const) {
      const mails = await Mails.find({ kind }, { _id: 1 }).limit(20).lean();
      expect([kind, mails.length]).not.toEqual([kind, 0]);
      for (const { _id } of mails) await sendMail(String(_id), silent, { timeZone, mailer: nowhere, now: () => noon });
    }
    const isLookUpOfTheTest = (scan: string): boolean => scan.startsWith('mails: {kind} sorted by {}');
    expect((await scans()).slice(before.length).filter((scan) => !isLookUpOfTheTest(scan))).toEqual([]);
  });

  it('a query without an index would be noticed', async () => {
    const before = await scans();
    await Comments.findOne({ content: 'what nobody ever wrote' }).lean();
    expect((await scans()).slice(before.length)).toHaveLength(1);
  });
});
