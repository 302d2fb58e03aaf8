import * as account from './account.js';
import * as activity from './activity.js';
import * as admin from './admin.js';
import * as adminClaims from './admin-claims.js';
import * as attendance from './attendance.js';
import * as audit from './audit.js';
import * as auth from './auth.js';
import * as bans from './bans.js';
import * as blocks from './blocks.js';
import * as calendarFeeds from './calendar-feeds.js';
import * as checkIn from './check-in.js';
import * as comments from './comments.js';
import * as consents from './consents.js';
import * as credentials from './credentials.js';
import type { Call, Message } from './define.js';
import * as demotions from './demotions.js';
import * as door from './door.js';
import * as eventChanges from './event-changes.js';
import * as eventFeedback from './event-feedback.js';
import * as eventMessages from './event-messages.js';
import * as eventOverlaps from './event-overlaps.js';
import * as eventQuestions from './event-questions.js';
import * as eventSeries from './event-series.js';
import * as events from './events.js';
import * as followLists from './follow-lists.js';
import * as invitationAnswers from './invitation-answers.js';
import * as invitations from './invitations.js';
import * as joinRequestQueue from './join-request-queue.js';
import * as joinRequests from './join-requests.js';
import * as memberList from './member-list.js';
import * as members from './members.js';
import * as namesChanged from './names-changed.js';
import * as naming from './naming.js';
import * as notifications from './notifications.js';
import * as people from './people.js';
import * as pins from './pins.js';
import * as plannedPosts from './planned-posts.js';
import * as polls from './polls.js';
import * as posts from './posts.js';
import * as postsByUser from './posts-by-user.js';
import * as privacy from './privacy.js';
import * as profileChanges from './profile-changes.js';
import * as profiles from './profiles.js';
import * as push from './push.js';
import * as recommendations from './recommendations.js';
import * as reportAppeals from './report-appeals.js';
import * as reports from './reports.js';
import * as requestDesk from './request-desk.js';
import * as roleTerms from './role-terms.js';
import * as roster from './roster.js';
import * as search from './search.js';
import * as secondFactors from './second-factors.js';
import * as secondStep from './second-step.js';
import * as sessions from './sessions.js';
import * as signUp from './sign-up.js';
import * as societies from './societies.js';
import * as societyCreation from './society-creation.js';
import * as societyFollows from './society-follows.js';
import * as societyInsights from './society-insights.js';
import * as societyRemoval from './society-removal.js';
import * as societySettings from './society-settings.js';
import * as sso from './sso.js';
import * as staff from './staff.js';
import * as staffScopes from './staff-scopes.js';
import * as support from './support.js';
import * as termDates from './term-dates.js';
import * as termReports from './term-reports.js';
import * as trending from './trending.js';
import * as uploads from './uploads.js';
import * as users from './users.js';
import * as waiting from './waiting.js';

const declared: unknown[] = [
  account,
  admin,
  adminClaims,
  activity,
  trending,
  recommendations,
  attendance,
  audit,
  auth,
  signUp,
  bans,
  blocks,
  calendarFeeds,
  checkIn,
  door,
  comments,
  consents,
  credentials,
  eventChanges,
  eventFeedback,
  eventMessages,
  eventOverlaps,
  eventQuestions,
  eventSeries,
  events,
  invitations,
  invitationAnswers,
  joinRequests,
  joinRequestQueue,
  requestDesk,
  members,
  memberList,
  demotions,
  namesChanged,
  naming,
  notifications,
  people,
  followLists,
  posts,
  postsByUser,
  pins,
  plannedPosts,
  polls,
  profiles,
  privacy,
  profileChanges,
  push,
  reportAppeals,
  reports,
  roleTerms,
  roster,
  secondFactors,
  secondStep,
  sessions,
  search,
  societies,
  societyCreation,
  societyFollows,
  societyInsights,
  societyRemoval,
  societySettings,
  sso,
  staff,
  staffScopes,
  support,
  termDates,
  termReports,
  uploads,
  users,
  waiting,
].flatMap((file) => Object.values(file));
const isObject = (thing: unknown): thing is Record<string, unknown> => typeof thing === 'object' && thing !== null;

/** All REST calls. */
export const calls = declared.filter((thing): thing is Call => isObject(thing) && typeof thing.path === 'string' && 'auth' in thing);
const callPaths = new Set<string>(calls.map(({ path }) => path));
/** Whether a path is a call's, by any method: calls go before pages whose pattern fits, too. */
export const isCallPath = (path: string): boolean => callPaths.has(path);

/** All live messages. */
export const messages = declared.filter((thing): thing is Message => isObject(thing) && Array.isArray(thing.rooms) && 'payload' in thing);
