import { createHash } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { type Call, readsQuery } from '#models/contract/define';
import type { Role, SignedIn, SocietyScenario } from './scenario.js';
import { scenarioPassword } from './scenario.js';
import { codeOf } from './second-factors.js';

/** Makes valid input for a call by this role about the scenario's objects. */
type MakeInput = (scenario: SocietyScenario, role: Role) => Record<string, unknown>;

const own = (role: Role): SignedIn => (role === 'visitor' ? 'outsider' : role);

const ofSociety: MakeInput = ({ society }) => ({ society_id: String(society._id) });
const ofAbandoned: MakeInput = ({ abandoned }) => ({ society_id: String(abandoned._id) });
const ofPost: MakeInput = ({ post }) => ({ post_id: String(post._id) });
const ofPlanned: MakeInput = ({ planned }) => ({ planned_id: String(planned._id) });
const ofEvent: MakeInput = ({ event }) => ({ event_id: String(event._id) });
const ofEnded: MakeInput = ({ endedEvent }) => ({ event_id: String(endedEvent._id) });
const ofAuthor: MakeInput = ({ people }) => ({ user_id: String(people.author._id) });
const ofRequest: MakeInput = ({ request }) => ({ request_id: String(request._id) });
const ofProposal: MakeInput = ({ proposal }) => ({ proposal_id: String(proposal._id) });
const credentials: MakeInput = ({ people }, role) => ({ email: people[own(role)].email, password: scenarioPassword });

const onePixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');
const pushEndpoint = 'https://push.example/send/1';
const week = 7 * 24 * 3_600_000;
/** The same for every input, so that a repeat with one Idempotency-Key is equal. */
const nextWeek = new Date(Date.now() + week).toISOString();
const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10);
const today = (): string => dayAt(Date.now());
const inAWeek = (): string => dayAt(Date.now() + week);

const thisTerm: MakeInput = () => ({ from: dayAt(Date.now() - 12 * week), to: today() });

const emptyRoster = (): { roster: File } => ({ roster: new File(['id\n'], 'people.csv', { type: 'text/csv' }) });
/** Hash of a plan without changes. */
const emptyPlan = createHash('sha256').update('0').digest('hex');

const newEvent: MakeInput = (scenario, role) => ({
  ...ofSociety(scenario, role),
  title: 'Open lab evening',
  description: 'Robots of every kind, and soldering for all who come.',
  category: 'Workshop',
  date: inAWeek(),
  time: '16:00',
  location: 'Lab 3',
});

/** By call; calls without input are missing. */
const inputs: Record<string, MakeInput> = {
  register: () => ({
    name: 'New Student',
    email: 'new.student@uni.example',
    password: 'a-long-password',
    student_id: 'N-1',
    photo: 'drawn',
  }),
  login: credentials,
  loginByQuery: credentials,
  restoreAccount: credentials,
  verifyEmail: ({ secrets }) => ({ verify_token: secrets.verify }),
  forgotPassword: ({ stranger }) => ({ email: stranger.email }),
  undoEmail: ({ secrets }) => ({ undo_token: secrets.undo }),
  resetPassword: ({ secrets }) => ({ reset_token: secrets.reset, password: 'another-long-password' }),
  changePassword: () => ({ password: scenarioPassword, new_password: 'another-long-password' }),
  finishSecondFactor: ({ factors }) => ({ challenge: factors.signIn, method: 'recovery', code: factors.recoveryCode }),
  getPasskeyChallenge: ({ factors }) => ({ challenge: factors.signIn }),
  confirmSecondFactor: ({ factors }) => ({ challenge: factors.check, method: 'recovery', code: factors.recoveryCode }),
  mailFactorCode: () => ({}),
  startTotp: () => ({ password: scenarioPassword }),
  addTotp: ({ factors }, role) => ({ challenge: factors.addTotp[own(role)], code: codeOf(factors.totpSecret) }),
  startPasskey: () => ({ password: scenarioPassword }),
  addPasskey: ({ factors }, role) => ({
    challenge: factors.addPasskey[own(role)],
    name: 'Laptop',
    attestation: factors.attestations[own(role)],
  }),
  renamePasskey: ({ factors }) => ({ factor_id: factors.factor, name: 'Old phone', password: scenarioPassword }),
  removeSecondFactor: ({ factors }) => ({ factor_id: factors.factor, password: scenarioPassword }),
  makeRecoveryCodes: () => ({ password: scenarioPassword }),
  deleteAccount: () => ({ password: scenarioPassword, keep_posts: false }),
  endSession: () => ({ session_id: 'all' }),
  // Use the existing upload; import.test.ts covers fetching.
  importImage: ({ upload }) => ({ image: upload }),
  uploadImage: () => ({ image: new File([onePixel], 'pixel.png', { type: 'image/png' }) }),
  updateProfile: () => ({ bio: 'Third year.' }),
  updatePreferences: () => ({ theme: 'dark' }),
  getPublicProfile: ofAuthor,
  followUser: ofAuthor,
  unfollowUser: ofAuthor,
  blockUser: ofAuthor,
  unblockUser: ofAuthor,
  getFollowers: ofAuthor,
  getFollowing: ofAuthor,
  suspendUser: (scenario, role) => ({ ...ofAuthor(scenario, role), suspended: true, reason: 'Spam' }),
  proposeStaffChange: (scenario, role) => ({ ...ofAuthor(scenario, role), kind: 'give', scopes: ['support'] }),
  confirmStaffChange: ofProposal,
  withdrawStaffChange: ofProposal,
  giveUpScopes: () => ({ scopes: ['all'] }),
  getTermDates: () => ({ from: today(), to: inAWeek() }),
  setTermDates: () => ({
    calendar: new File(['BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n'], 'term.ics', { type: 'text/calendar' }),
  }),
  planRoster: emptyRoster,
  applyRoster: () => ({ ...emptyRoster(), plan: emptyPlan }),
  createSociety: () => ({
    name: 'Kite Makers',
    description: 'Paper, string and a good wind over campus.',
    category: 'Social',
    tags: ['wind'],
  }),
  giveConsent: () => ({ subject: 'terms', version: 1, language: 'en' }),
  withdrawConsent: () => ({ subject: 'terms' }),
  hideOnRoster: (scenario, role) => ({ ...ofSociety(scenario, role), hidden: true }),
  getSocietyInfo: ofSociety,
  followSociety: ofSociety,
  unfollowSociety: ofSociety,
  setMailCadence: () => ({ cadence: 'weekly' }),
  checkMembership: ofSociety,
  checkAdmin: ofSociety,
  getAllMembers: ofSociety,
  updateMemberRole: (scenario, role) => ({ ...ofSociety(scenario, role), member: String(scenario.plainMember._id), role: 'moderator' }),
  setRoleTerm: (scenario, role) => ({
    ...ofSociety(scenario, role),
    member: String(scenario.plainMember._id),
    role: 'moderator',
    until: inAWeek(),
  }),
  getRoleTerm: (scenario, role) => ({ ...ofSociety(scenario, role), member: String(scenario.plainMember._id) }),
  getRoleHistory: ofSociety,
  stepDown: (scenario, role) => ({ ...ofSociety(scenario, role), role: 'moderator' }),
  leaveSociety: ofSociety,
  removeMember: (scenario, role) => ({ ...ofSociety(scenario, role), user_id: String(scenario.plainMember._id) }),
  unban: (scenario, role) => ({ ...ofSociety(scenario, role), user_id: String(scenario.bannedPerson._id) }),
  getBans: ofSociety,
  askDemotion: (scenario, role) => ({
    ...ofSociety(scenario, role),
    user_id: String(scenario.thirdAdmin._id),
    reason: 'Away since spring.',
  }),
  answerDemotion: ({ demotion }) => ({ demotion_id: String(demotion._id), agree: true }),
  getDemotions: ofSociety,
  demoteAdmin: (scenario, role) => ({
    ...ofSociety(scenario, role),
    user_id: String(scenario.thirdAdmin._id),
    reason: 'Away since spring.',
  }),
  getClaimState: ofAbandoned,
  claimSociety: (scenario, role) => ({ ...ofAbandoned(scenario, role), words: 'I ran the lab for a year.' }),
  decideClaim: ({ claim }) => ({ claim_id: String(claim._id), decision: 'confirm' }),
  invite: (scenario, role) => ({ ...ofSociety(scenario, role), user_id: String(scenario.stranger._id) }),
  acceptInvitation: ({ invitation }) => ({ invitation_id: String(invitation._id) }),
  declineInvitation: ({ invitation }) => ({ invitation_id: String(invitation._id) }),
  askToJoin: ofSociety,
  checkRequest: ofSociety,
  withdrawRequest: ofSociety,
  getJoinRequests: ofSociety,
  approveRequest: ofRequest,
  rejectRequest: ofRequest,
  approveByPush: ({ secrets }) => ({ action_token: secrets.approve }),
  reopenRequest: ofRequest,
  decideRequests: ({ request }) => ({ request_ids: [String(request._id)], decision: 'approve' }),
  getPostsBySociety: ofSociety,
  createPost: (scenario, role) => ({ ...ofSociety(scenario, role), content: 'Hello' }),
  planPost: (scenario, role) => ({ ...ofSociety(scenario, role), content: 'Hello', publish_at: nextWeek }),
  updatePlannedPost: (scenario, role) => ({ ...ofPlanned(scenario, role), content: 'Hello again' }),
  publishPlannedPost: ofPlanned,
  deletePlannedPost: ofPlanned,
  sendEventMessage: (scenario, role) => ({ ...ofEvent(scenario, role), to: 'going', text: 'We begin in the garden.' }),
  getEventMessages: ofEvent,
  getMyFeedback: ofEnded,
  giveFeedback: (scenario, role) => ({ ...ofEnded(scenario, role), rating: 4, text: 'More chairs.' }),
  getEventFeedback: ofEnded,
  getEventQuestions: ofEvent,
  askEventQuestion: (scenario, role) => ({ ...ofEvent(scenario, role), text: 'Is there parking?' }),
  answerEventQuestion: ({ question }) => ({ question_id: String(question._id), answer: 'Behind the library.' }),
  deleteEventQuestion: ({ question }) => ({ question_id: String(question._id) }),
  votePoll: (scenario, role) => ({ ...ofPost(scenario, role), choices: [1] }),
  getPollVoters: (scenario, role) => ({ ...ofPost(scenario, role), choice: 0 }),
  pinPost: (scenario, role) => ({ ...ofPost(scenario, role), pinned_until: nextWeek }),
  unpinPost: ofPost,
  likePost: ofPost,
  unlikePost: ofPost,
  reportPost: (scenario, role) => ({ ...ofPost(scenario, role), message: 'Spam' }),
  reportThing: ({ comment }) => ({ kind: 'comment', id: String(comment._id), message: 'Spam' }),
  appealRemoval: ({ removedPost }) => ({ kind: 'post', id: String(removedPost._id), message: 'It broke no rule.' }),
  resolveAppeal: ({ appealed }) => ({ report_id: String(appealed._id), action: 'uphold', note: 'It stays removed.' }),
  getReports: ofSociety,
  takeReport: ({ report }) => ({ report_id: String(report._id), taken: true }),
  resolveReport: ({ report }) => ({ report_id: String(report._id), action: 'note', note: 'Please look again.' }),
  getPost: ofPost,
  getPostsByUser: ({ people }) => ({ user_id: String(people.author._id) }),
  updatePost: (scenario, role) => ({ ...ofPost(scenario, role), content: 'Hello again' }),
  deletePost: ofPost,
  getComments: ofPost,
  createComment: (scenario, role) => ({ ...ofPost(scenario, role), content: 'Well said' }),
  deleteComment: ({ comment }) => ({ comment_id: String(comment._id) }),
  getEventsBySociety: ofSociety,
  getEventInfo: ofEvent,
  getEventStats: ofEvent,
  getRelatedEvents: ofEvent,
  getCalendar: () => ({ from: today(), to: inAWeek() }),
  getOverlappingEvents: (scenario, role) => ({ ...ofSociety(scenario, role), date: inAWeek(), time: '17:30' }),
  getUserStatus: ofEvent,
  toggleBookmark: ofEvent,
  recordShare: ofEvent,
  getAttendees: ofEvent,
  checkIn: (scenario, role) => ({ ...ofEvent(scenario, role), user_id: String(scenario.people.author._id) }),
  getMyTicket: ofEvent,
  getDoorCode: ofEvent,
  checkInHere: (scenario, role) => ({ ...ofEvent(scenario, role), code: '000000' }),
  getStewards: ofEvent,
  setSteward: (scenario, role) => ({ ...ofEvent(scenario, role), user_id: String(scenario.people.author._id), steward: true }),
  exportAttendees: ofEvent,
  getCalendarFile: ofEvent,
  toggleAttendance: (scenario, role) => ({ ...ofEvent(scenario, role), status: 'attending' }),
  createEvent: newEvent,
  getSocietiesByUserPublic: ofAuthor,
  getInsights: ofSociety,
  exportMembers: ofSociety,
  exportParticipation: thisTerm,
  exportSocietyReport: (scenario, role) => ({ ...ofSociety(scenario, role), ...thisTerm(scenario, role) }),
  exportSocietyReportTable: (scenario, role) => ({ ...ofSociety(scenario, role), ...thisTerm(scenario, role) }),
  exportUniversityReport: thisTerm,
  exportUniversityReportTable: thisTerm,
  getSocietyHistory: ofSociety,
  deleteSociety: (scenario, role) => ({ ...ofSociety(scenario, role), confirm: scenario.society.name }),
  restoreSociety: ({ removed }) => ({ society_id: String(removed._id) }),
  createSeries: (scenario, role) => ({ ...newEvent(scenario, role), repeat: { every: 'week', count: 3 } }),
  updateSeries: (scenario, role) => ({ ...ofEvent(scenario, role), scope: 'all', title: 'Open lab night' }),
  cancelSeries: (scenario, role) => ({ ...ofEvent(scenario, role), scope: 'all', reason: 'The lab is being painted.' }),
  getSeries: ofEvent,
  attendSeries: (scenario, role) => ({ ...ofEvent(scenario, role), status: 'attending' }),
  updateEvent: (scenario, role) => ({ ...ofEvent(scenario, role), title: 'Open lab night' }),
  cancelEvent: (scenario, role) => ({ ...ofEvent(scenario, role), reason: 'The lab is being painted.' }),
  deleteEvent: ofEvent,
  getEventsAttendedByUser: ofAuthor,
  searchAll: () => ({ q: 'student' }),
  createTicket: () => ({ category: 'general', subject: 'The lab', content: 'Its door is locked.', email: 'new.student@uni.example' }),
  takeTicket: ({ ticket }) => ({ ticket_id: ticket, taken: true }),
  replyToTicket: ({ ticket }) => ({ ticket_id: ticket, content: 'It is open now.' }),
  pushSubscribe: () => ({ endpoint: pushEndpoint, keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } }),
  pushUnsubscribe: () => ({ endpoint: pushEndpoint }),
  updateInfo: (scenario, role) => ({ ...ofSociety(scenario, role), rules: 'Be kind.' }),
  notInterested: ({ society }) => ({ type: 'society', id: String(society._id) }),
  markRead: ({ notifications }, role) => ({ notification_id: String(notifications[own(role)]._id) }),
};

/** Valid input for a call. */
export const validInput = (call: string, scenario: SocietyScenario, role: Role): Record<string, unknown> =>
  inputs[call]?.(scenario, role) ?? {};

/** Headers that a call needs beside its input: the cookie of a finished login. */
export const validHeaders = (call: string, { secrets }: SocietyScenario): Record<string, string> =>
  call === 'finishSso' ? { cookie: `nadi_sso=${secrets.sso}.` } : {};

/** Names of the fields of a call's input. */
export const fieldsOf = (call: Call): string[] =>
  Object.keys((call.input as unknown as { _zod: { def: { shape: object } } })._zod.def.shape);

const asText = (value: unknown): string => (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value));
/** Longest value that fits into an address. */
const longest = 3000;

/** Replaces lone surrogates, as a client does. */
const encode = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

const queryOf = (input: object): string =>
  Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encode(name)}=${encode(asText(value).slice(0, longest))}`)
    .join('&');

async function formOf(input: object): Promise<InjectOptions> {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) form.append(name, value instanceof Blob ? value : asText(value));
  const body = new Response(form);
  return { headers: { 'content-type': body.headers.get('content-type') ?? '' }, payload: Buffer.from(await body.arrayBuffer()) };
}

/** A call as a client sends it: in the query, as JSON, or as a form. */
export async function requestOf(
  call: Call,
  input: object,
  token: string | undefined,
  more: Record<string, string> = {},
): Promise<InjectOptions> {
  const json = { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(input) };
  const body = readsQuery(call) ? {} : call.isForm ? await formOf(input) : json;
  return {
    method: call.method,
    url: readsQuery(call) ? `${call.path}?${queryOf(input)}` : call.path,
    ...body,
    headers: { ...more, ...body.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
  };
}
