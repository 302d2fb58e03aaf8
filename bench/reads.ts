import type { Call } from '#models/contract/define';
import { calls } from '#models/contract/index';
import { getAllPosts } from '#models/contract/posts';
import type { BareRead } from './bare-http.js';
import { pollAt, type ReadWorld } from './reads-world.js';

/** A read of the contract as B11 makes it. */
export interface MeasuredRead {
  call: Call;
  /** With its query. */
  path: string;
  tokens: string[];
  /** Fewest store commands from which the same answer can be made. */
  bare: BareRead[];
  /** Measured for this many times as long as others: an answer takes seconds. */
  times: number;
}

interface Objects {
  society: string;
  event: string;
  post: string;
  person: string;
  member: string;
  /** An event that is over. */
  ended: string;
  poll: string;
  membersEach: number;
}

type ReadObjects = Pick<ReadWorld, 'societies' | 'events' | 'posts' | 'people' | 'admins' | 'member' | 'membersEach'>;
type Input = Record<string, string>;
type Find = (objects: Objects) => BareRead[];

const id = (value: string) => ({ $oid: value });
const page = 21;
/** The read that the others are compared with. */
export const feedRead = getAllPosts.name;
const listOf = (collection: string, filter: object = {}, limit = page): BareRead => ({ collection, filter, limit });
const one = (collection: string, value: string): BareRead => ({ collection, filter: { _id: id(value) }, limit: 1 });
/** A caller's own documents. */
const own = (collection: string, limit = page): BareRead => ({ collection, filter: {}, limit, isOwn: true });
const ownCount = (collection: string, filter: object = {}): BareRead => ({ collection, filter, limit: 0, isOwn: true, isCount: true });

const people = listOf('users');
const ofSociety = ({ society }: Objects): Input => ({ society_id: society });
const ofEvent = ({ event }: Objects): Input => ({ event_id: event });
const ofPost = ({ post }: Objects): Input => ({ post_id: post });
const ofEnded = ({ ended }: Objects): Input => ({ event_id: ended });
const ofPerson = ({ person }: Objects): Input => ({ user_id: person });
const aSociety: Find = ({ society }) => [one('societies', society)];
const anEvent: Find = ({ event }) => [one('events', event)];
const aPerson: Find = ({ person }) => [one('users', person)];
const eventList = [own('attendances'), own('bookmarks'), own('follows')];
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

interface Row {
  input?: (objects: Objects) => Input;
  isAdmin?: true;
  bare?: Find;
  times?: number;
}

/** By call. Without `input` a call has none, and without `bare` its answer can be made without the store. */
const rows: Record<string, Row> = {
  getAllPosts: { bare: () => [listOf('posts', { open: true }), own('likes')] },
  getPost: { input: ofPost, bare: ({ post }) => [one('posts', post), own('likes', 1)] },
  getPostsBySociety: { input: ofSociety, bare: ({ society }) => [listOf('posts', { society: id(society) }), own('likes')] },
  getPostsByUser: { input: ofPerson, bare: ({ person }) => [one('users', person), listOf('posts', { author: id(person), open: true })] },
  getComments: { input: ofPost, bare: ({ post }) => [one('posts', post), listOf('comments', { post: id(post) }), people] },
  getTrendingPosts: { bare: () => [listOf('posts', { open: true }, 10), own('likes', 10)] },
  getAllEvents: { bare: () => [listOf('events', { open: true }), ...eventList] },
  getEventsBySociety: { input: ofSociety, bare: ({ society }) => [listOf('events', { society: id(society) }), ...eventList] },
  getEventInfo: { input: ofEvent, bare: (objects) => [...anEvent(objects), ...eventList] },
  getEventStats: { input: ofEvent, bare: anEvent },
  getRelatedEvents: { input: ofEvent, bare: (objects) => [...anEvent(objects), listOf('events', { open: true }), ...eventList] },
  getCalendar: { input: () => ({ from: day(-15), to: day(15) }), bare: () => [listOf('events', { open: true }, 300), own('attendances')] },
  getOverlappingEvents: {
    input: (objects) => ({ ...ofSociety(objects), date: day(7), time: '17:30' }),
    bare: (objects) => [...aSociety(objects), listOf('events', { open: true }, 5), ...eventList],
  },
  getSeries: { input: ofEvent, bare: anEvent },
  getCalendarFile: { input: ofEvent, bare: anEvent },
  getUserStatus: { input: ofEvent, bare: (objects) => [...anEvent(objects), own('attendances', 1)] },
  getEventsAttendedByUser: { input: ofPerson, bare: (objects) => [...aPerson(objects), listOf('events', { open: true }), ...eventList] },
  getAttendees: { input: ofEvent, isAdmin: true, bare: ({ event }) => [listOf('attendances', { event: id(event) }), people] },
  getAllSocieties: { bare: () => [listOf('societies', { 'privacy.visibility': 'public' }), own('joinRequests')] },
  getSocietyInfo: { input: ofSociety, bare: (objects) => [...aSociety(objects), own('joinRequests', 1), own('memberships', 1)] },
  getSocietiesByUser: { bare: () => [listOf('societies', {}, 5), own('joinRequests'), own('memberships')] },
  getSocietiesByUserPublic: { input: ofPerson, bare: (objects) => [...aPerson(objects), listOf('societies', {}, 5), own('joinRequests')] },
  checkMembership: { input: ofSociety, bare: aSociety },
  checkAdmin: { input: ofSociety, bare: aSociety },
  checkRequest: { input: ofSociety, bare: (objects) => [...aSociety(objects), own('joinRequests', 1)] },
  getAllMembers: { input: ofSociety, bare: ({ society }) => [listOf('memberships', { society: id(society) }), people] },
  getBans: { input: ofSociety, isAdmin: true, bare: aSociety },
  getDemotions: { input: ofSociety, isAdmin: true, bare: aSociety },
  getClaimState: {
    input: ofSociety,
    isAdmin: true,
    bare: (objects) => [...aSociety(objects), listOf('memberships', { society: id(objects.society), role: 'admin' }, 2), people],
  },
  getClaims: { isAdmin: true, bare: () => [listOf('adminClaims', { open: true })] },
  getInsights: { input: ofSociety, isAdmin: true, bare: ({ society }) => [listOf('posts', { society: id(society) }, 1000)] },
  exportMembers: {
    input: ofSociety,
    isAdmin: true,
    bare: ({ society, membersEach }) => [listOf('memberships', { society: id(society) }, membersEach), listOf('users', {}, membersEach)],
  },
  getJoinRequests: { input: ofSociety, isAdmin: true, bare: aSociety },
  getReports: { input: ofSociety, isAdmin: true, bare: aSociety },
  getRemoved: { isAdmin: true, bare: () => [listOf('societies', { removedAt: { $gte: { $date: '2026-01-01T00:00:00Z' } } })] },
  getAllUsers: { isAdmin: true, bare: () => [people] },
  getTickets: { isAdmin: true, bare: () => [listOf('tickets')] },
  getPublicProfile: { input: ofPerson, bare: (objects) => [...aPerson(objects), own('follows', 1), listOf('societies', {}, 5)] },
  getUserProfileInfo: { bare: () => [own('memberships', 5), listOf('societies', {}, 5)] },
  getFollowers: { input: ofPerson, bare: () => [people] },
  getFollowing: { input: ofPerson, bare: () => [people] },
  getNotifications: { bare: () => [own('notifications'), ownCount('notifications'), ownCount('notifications', { unread: true }), people] },
  getUnreadCount: { bare: () => [ownCount('notifications', { unread: true })] },
  getInvitations: { bare: () => [own('invitations')] },
  getBlocked: { bare: () => [own('blocks')] },
  getSessions: { bare: () => [own('sessions')] },
  getOwnRequests: { bare: () => [own('joinRequests')] },
  getOpenRequests: { bare: () => [own('memberships')] },
  getMyTickets: { bare: () => [own('tickets')] },
  getUserInfo: { bare: () => [own('memberships')] },
  getWaiting: { bare: () => [own('memberships')] },
  getAuditEntries: { isAdmin: true, bare: () => [listOf('auditEntries')] },
  exportAudit: { isAdmin: true, bare: () => [listOf('auditEntries')] },
  getSocietyHistory: { input: ofSociety, isAdmin: true, bare: (objects) => [...aSociety(objects), listOf('auditEntries')] },
  getStatistics: { bare: () => [listOf('societies', { 'privacy.visibility': 'public' }, 1000)] },
  getActivityFeed: { bare: () => [listOf('activities', {}, 20)] },
  getTrendingSocieties: { bare: () => [listOf('societies', {}, 10)] },
  getRecommendations: { bare: () => [listOf('societies', {}, 10), listOf('events', { open: true }, 10)] },
  getPlannedPosts: { bare: () => [own('plannedPosts')] },
  getPollVoters: {
    input: ({ poll }) => ({ post_id: poll, choice: '0' }),
    bare: ({ poll }) => [one('posts', poll), listOf('pollVotes', { post: id(poll) }), people],
  },
  getTermDates: { input: () => ({ from: day(-15), to: day(15) }), bare: () => [listOf('termDates')] },
  getCalendarKeys: { bare: () => [own('calendarKeys')] },
  getDoorCode: { input: ofEvent, isAdmin: true, bare: anEvent },
  getStewards: { input: ofEvent, isAdmin: true, bare: (objects) => [...anEvent(objects), people] },
  getEventMessages: {
    input: ofEvent,
    isAdmin: true,
    bare: (objects) => [...anEvent(objects), listOf('eventMessages', { event: id(objects.event) })],
  },
  getEventQuestions: {
    input: ofEvent,
    bare: (objects) => [...anEvent(objects), listOf('eventQuestions', { event: id(objects.event) })],
  },
  getMyFeedback: { input: ofEnded, bare: ({ ended }) => [one('events', ended), own('eventFeedback', 1)] },
  getEventFeedback: {
    input: ofEnded,
    isAdmin: true,
    bare: ({ ended }) => [one('events', ended), listOf('eventFeedback', { event: id(ended) })],
  },
  getFollowedSocieties: { bare: () => [own('societyFollows'), listOf('societies', {}, 5)] },
  getRoleTerm: {
    input: (objects) => ({ ...ofSociety(objects), member: objects.member }),
    isAdmin: true,
    bare: (objects) => [...aSociety(objects), listOf('rolePeriods', { society: id(objects.society) }, 1)],
  },
  getRoleHistory: {
    input: ofSociety,
    isAdmin: true,
    bare: (objects) => [...aSociety(objects), listOf('rolePeriods', { society: id(objects.society) }), people],
  },
  getStaff: { isAdmin: true, bare: () => [people, listOf('staffProposals')] },
  getScim: { isAdmin: true, bare: () => [listOf('meta', {}, 1)] },
  getConsents: { bare: () => [own('consents'), listOf('societies', {}, 5)] },
  getSecondFactors: { bare: () => [own('secondFactors'), own('sessions', 1), listOf('users', {}, 1)] },
  // The key is constant, but only for who is signed in.
  getPushKey: { bare: () => [own('sessions', 1)] },
  getLoginMethods: { bare: () => [] },
  getContact: { bare: () => [] },
  getRegister: { bare: () => [] },
  getLedger: { bare: () => [listOf('meta', {}, 1)] },
  searchAll: {
    input: () => ({ q: 'robot' }),
    bare: () => [
      listOf('posts', { open: true }, 3),
      listOf('events', { open: true }, 3),
      listOf('societies', {}, 3),
      listOf('users', {}, 3),
    ],
  },
};

/** Calls that are no reads of the community: signing in counts its tries, a ticket needs one, and reports wait for each other. */
const omitted = [
  ...['loginByQuery', 'getMyTicket', 'exportData', 'exportAttendees', 'exportParticipation', 'getRecordCertificate'],
  ...['exportSocietyReport', 'exportSocietyReportTable', 'exportUniversityReport', 'exportUniversityReportTable'],
];

/** Every read of the contract but those that are omitted. Throws if one has no row. */
export function measuredReads({ societies, events, posts, people: callers, admins, member, membersEach }: ReadObjects): MeasuredRead[] {
  const objects = {
    society: societies[1] as string,
    event: events[Math.floor(events.length / 2) + 5] as string,
    post: posts[10] as string,
    person: callers[60]?.id as string,
    member,
    ended: events[Math.floor(events.length / 4)] as string,
    poll: posts[pollAt] as string,
    membersEach,
  };
  return calls
    .filter(({ method, name }) => method === 'GET' && !omitted.includes(name))
    .map((call) => {
      const row = rows[call.name];
      if (!row) throw new Error(`B11 has no row for ${call.name}.`);
      const { input, isAdmin, bare = () => [], times = 1 } = row;
      const query = new URLSearchParams(input?.(objects)).toString();
      const tokens = isAdmin ? admins : callers.slice(0, 20).map(({ token }) => token);
      return { call, path: `${call.path}${query === '' ? '' : `?${query}`}`, tokens, bare: bare(objects), times };
    });
}
