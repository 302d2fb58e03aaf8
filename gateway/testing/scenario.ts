import { createHash } from 'node:crypto';
import mongoose from 'mongoose';
import { drain } from '#models/bus/publish';
import type { Visibility } from '#models/contract/societies';
import { createTicket } from '#models/contract/support';
import type { CommentDoc } from '#models/db/comments';
import type { EventQuestionDoc } from '#models/db/event-questions';
import type { EventDoc } from '#models/db/events';
import { undoableMs } from '#models/db/former-emails';
import type { JoinRequestDoc } from '#models/db/join-requests';
import { newId } from '#models/db/model';
import { type MailedPurpose, makeApprovalToken, makeToken } from '#models/db/one-time-tokens';
import type { PlannedPostDoc } from '#models/db/planned-posts';
import type { PostDoc } from '#models/db/posts';
import type { ReportDoc } from '#models/db/reports';
import type { SocietyDoc } from '#models/db/societies';
import type { StaffProposalDoc } from '#models/db/staff-proposals';
import { newUpload, saveUpload, uploadToWire } from '#models/db/uploads';
import type { UserDoc } from '#models/db/users';
import {
  buildAbandonedSociety,
  buildAttendance,
  buildBan,
  buildBlock,
  buildClaim,
  buildComment,
  buildDemotion,
  buildEvent,
  buildEventQuestion,
  buildEventSeries,
  buildInvitation,
  buildJoinRequest,
  buildMeeting,
  buildMember,
  buildMembership,
  buildNotification,
  buildOldMember,
  buildPlannedPost,
  buildPost,
  buildReport,
  buildSociety,
  buildStaffProposal,
  buildUser,
  somePoll,
} from '#models/testing/builders';
import { buildFactors, makeLongSsoToken, type ScenarioFactors } from './scenario-factors.js';
import type { TestApp } from './test-app.js';

/** Callers, as in the columns of `docs/permissions.md`. */
export const roles = [
  'visitor',
  'outsider',
  'invited',
  'pending',
  'member',
  'moderator',
  'admin',
  'admin elsewhere',
  'platform admin',
  'blocked',
  'banned',
  'suspended',
  'author',
] as const;
export type Role = (typeof roles)[number];
export type SignedIn = Exclude<Role, 'visitor'>;

export const visibilities: readonly Visibility[] = ['public', 'private', 'invite-only'];
export const scenarioPassword = 'a-long-password';

/** A society with a person in each role, and one object of each kind, by the author. */
export interface SocietyScenario {
  society: SocietyDoc;
  people: Record<SignedIn, UserDoc>;
  tokens: Record<SignedIn, string>;
  post: PostDoc;
  comment: CommentDoc;
  /** Draft of the author. */
  planned: PlannedPostDoc;
  /** The first meeting of a series. */
  event: EventDoc;
  /** An event of the author that is over, to which only they came. */
  endedEvent: EventDoc;
  /** Question of the author about the series' meeting. */
  question: EventQuestionDoc;
  /** Join request of a person without a role. */
  request: JoinRequestDoc;
  /** Report of the post, by the plain member. */
  report: { _id: unknown };
  /** Post of the author that was removed by a report. */
  removedPost: PostDoc;
  /** Another such report, against which the author has appealed. */
  appealed: ReportDoc;
  invitation: { _id: unknown };
  /** A plain member, apart from the roles. */
  plainMember: UserDoc;
  /** A deleted society of the same admin. */
  removed: SocietyDoc;
  /** A banned person, apart from the roles. */
  bannedPerson: UserDoc;
  /** A person without a relation to the society, apart from the roles. */
  stranger: UserDoc;
  /** An admin, apart from the roles. */
  thirdAdmin: UserDoc;
  /** Request of the third admin that a fourth be demoted. */
  demotion: { _id: unknown };
  /** A public society whose only admin is away, and of which the member is one. */
  abandoned: SocietyDoc;
  /** Claim of the plain member to it. */
  claim: { _id: unknown };
  notifications: Record<SignedIn, { _id: unknown }>;
  /** Ticket of the author. */
  ticket: string;
  /** Open proposal of another platform admin to make the stranger support staff. */
  proposal: StaffProposalDoc;
  /** Path of a picture that the author uploaded. */
  upload: string;
  /** Tokens that were mailed to the stranger. */
  secrets: Record<Exclude<MailedPurpose, 'factor'> | 'approve' | 'sso', string>;
  factors: ScenarioFactors;
}

async function buildRole(role: SignedIn, society: SocietyDoc): Promise<UserDoc> {
  const user = await buildUser({
    name: `The ${role}`,
    role: role === 'platform admin' ? 'admin' : 'user',
    suspendedAt: role === 'suspended' ? new Date() : null,
    password: scenarioPassword,
  });
  if (role === 'pending') await buildJoinRequest({ society, user });
  if (role === 'banned') await buildBan({ society, user, by: society.creator });
  if (role === 'admin elsewhere') await buildSociety({ admin: user });
  if (role === 'moderator' || role === 'admin') await buildMembership({ society, user, role });
  if (['member', 'blocked', 'suspended', 'author'].includes(role)) await buildMembership({ society, user });
  return user;
}

/** Two posts of the author, removed by reports; the author has appealed against the second. */
async function buildRemovals(society: SocietyDoc, { author, by }: { author: UserDoc; by: UserDoc }) {
  const [removedPost, another] = [
    await buildPost({ society, author, removedAt: new Date() }),
    await buildPost({ society, author, removedAt: new Date() }),
  ];
  const decided = { society, about: author, by, status: 'removed', decidedBy: society.creator, decidedAt: new Date() } as const;
  await buildReport({ ...decided, object: removedPost });
  const appeal = { message: 'It broke no rule.', at: new Date(), status: 'open', note: '', by: null, decidedAt: null } as const;
  return { removedPost, appealed: await buildReport({ ...decided, object: another, appeal, appealed: true }) };
}

/** A third admin who asks that a fourth be demoted, and an abandoned society with a claim. */
async function buildAdminMatters(society: SocietyDoc, { member, plainMember }: { member: UserDoc; plainMember: UserDoc }) {
  const thirdAdmin = await buildMember(society, 'admin');
  const abandoned = await buildAbandonedSociety({ privacy: { visibility: 'public' } });
  await buildOldMember(abandoned, member);
  await buildOldMember(abandoned, plainMember);
  return {
    thirdAdmin,
    demotion: await buildDemotion({ society, by: thirdAdmin }),
    abandoned,
    claim: await buildClaim({ society: abandoned, user: plainMember }),
  };
}

/** An event of the author that is over, to which only they came. */
async function buildEndedEvent(society: SocietyDoc, author: UserDoc): Promise<EventDoc> {
  const ended = await buildEvent({ society, creator: author, startsAt: new Date(Date.now() - 3 * 86_400_000) });
  await buildAttendance({ event: ended, user: author });
  return ended;
}

/** Builds a society of this visibility, with everything in it. */
export const buildScenario = async (test: TestApp, visibility: Visibility): Promise<SocietyScenario> =>
  buildScenarioIn(test, await buildSociety({ privacy: { visibility } }));

/** A person in each role of a society, with a session and a notification. */
async function buildPeople(test: TestApp, society: SocietyDoc) {
  const [people, tokens, notifications] = [{}, {}, {}] as [
    SocietyScenario['people'],
    SocietyScenario['tokens'],
    SocietyScenario['notifications'],
  ];
  for (const role of roles) {
    if (role === 'visitor') continue;
    people[role] = await buildRole(role, society);
    tokens[role] = await test.tokenFor(people[role]);
    notifications[role] = await buildNotification({ user: people[role] });
  }
  return { people, tokens, notifications };
}

/** Builds a person in each role of a society, and one object of each kind in it. */
export async function buildScenarioIn(test: TestApp, society: SocietyDoc): Promise<SocietyScenario> {
  const { people, tokens, notifications } = await buildPeople(test, society);
  const { author, blocked, invited } = people;
  await buildBlock({ from: blocked, to: author });
  const post = await buildPost({ society, author, poll: somePoll() });
  const strangers = `stranger.${newId()}@uni.example`;
  const stranger = await buildUser({
    password: scenarioPassword,
    email: strangers,
    formerEmails: [{ email: strangers, emailFolded: strangers, until: new Date(Date.now() + undoableMs) }],
  });
  const secretOf = (purpose: MailedPurpose) => makeToken({ purpose, user: stranger._id, emailFolded: stranger.emailFolded });
  const plainMember = await buildMember(society);
  const event = await buildMeeting(await buildEventSeries({ society, creator: author }));
  await buildAttendance({ event, user: author });
  const bannedPerson = await buildUser();
  const upload = newUpload({ type: 'image/webp', bytes: new Uint8Array([1]), width: 1, height: 1 });
  await saveUpload(author._id, upload);
  await buildBan({ society, user: bannedPerson, by: society.creator });
  const request = await buildJoinRequest({ society });
  return {
    society,
    people,
    tokens,
    notifications,
    post,
    comment: await buildComment({ post, author }),
    planned: await buildPlannedPost({ society, author }),
    event,
    endedEvent: await buildEndedEvent(society, author),
    question: await buildEventQuestion({ event, asker: author }),
    request,
    invitation: await buildInvitation({ society, user: invited, by: society.creator }),
    report: await buildReport({ object: post, society, about: author, by: plainMember }),
    ...(await buildRemovals(society, { author, by: plainMember })),
    plainMember,
    ...(await buildAdminMatters(society, { member: people.member, plainMember })),
    removed: await buildSociety({ admin: people.admin, removedAt: new Date() }),
    ticket: (await test.call(createTicket, { category: 'general', subject: 'The lab', content: 'It is shut.' }, tokens.author)).data,
    bannedPerson,
    stranger,
    proposal: await buildStaffProposal({ user: stranger, by: await buildUser({ role: 'admin' }) }),
    upload: uploadToWire(upload).Image,
    secrets: {
      verify: await secretOf('verify'),
      reset: await secretOf('reset'),
      undo: await secretOf('undo'),
      approve: await makeApprovalToken(society.creator, request._id),
      sso: await makeLongSsoToken(stranger._id),
    },
    factors: await buildFactors(people, tokens, 'blocked', test.app.settings.publicUrl),
  };
}

export type SocietyScenarios = Record<Visibility, SocietyScenario>;

/** Builds one society of each visibility. */
export async function buildScenarios(test: TestApp): Promise<SocietyScenarios> {
  const [open, closed, hidden] = [
    await buildScenario(test, 'public'),
    await buildScenario(test, 'private'),
    await buildScenario(test, 'invite-only'),
  ];
  return { public: open, private: closed, 'invite-only': hidden };
}

const isWrite = /^(insert|update|replace|delete|findOneAnd|findAndModify|bulkWrite|drop)/;

export interface DatabaseSnapshot {
  /** Whether any collection was written to since the last restore, changed or not. */
  isTouched(): boolean;
  /** Collections that differ from the snapshot. */
  changed(): Promise<string[]>;
  /** Restores every collection that was written to. */
  restore(): Promise<void>;
}

/** Takes a snapshot of the whole database, and tracks which collections are written to from now on. */
export async function snapshotDatabase(): Promise<DatabaseSnapshot> {
  const db = mongoose.connection.getClient().db(mongoose.connection.name);
  const read = (name: string): Promise<object[]> => db.collection(name).find().sort({ _id: 1 }).toArray();
  const digest = (docs: object[]): string => createHash('sha256').update(mongoose.mongo.BSON.serialize({ docs })).digest('hex');
  const names = async () => (await db.listCollections().toArray()).map(({ name }) => name);
  const documents = new Map<string, object[]>();
  for (const name of await names()) documents.set(name, await read(name));
  const touched = new Set<string>();
  mongoose.set('debug', (collection: string, method: string) => {
    if (isWrite.test(method)) touched.add(collection);
  });
  return {
    isTouched: () => touched.size > 0,
    async changed() {
      const found: string[] = [];
      for (const name of await names()) if (digest(await read(name)) !== digest(documents.get(name) ?? [])) found.push(name);
      return found;
    },
    async restore() {
      await drain();
      for (const name of touched) {
        await db.collection(name).deleteMany({});
        const docs = documents.get(name) ?? [];
        if (docs.length > 0) await db.collection(name).insertMany(docs);
      }
      touched.clear();
    },
  };
}
