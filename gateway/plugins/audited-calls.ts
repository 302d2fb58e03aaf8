import type { ErrorCode } from '#models/contract/errors';

/** Contents of a call's entry in the audit trail, besides the caller, the society and the place. */
export interface AuditRule {
  /** Kind of the object, and the input that has its id. A created object comes from the activity that its call records. */
  subject?: readonly [kind: string, input: string];
  /** Inputs that say what was done. Texts that people wrote are no details. */
  details?: readonly string[];
  /** Records which fields were changed, without their values. */
  fields?: true;
  /** Leaves out the caller and the place, where an answer must not lead to its author. */
  unnamed?: true;
  /** Errors that leave an entry, too. */
  refusals?: readonly ErrorCode[];
}

const user = ['user', 'user_id'] as const;
const post = ['post', 'post_id'] as const;
const comment = ['comment', 'comment_id'] as const;
const event = ['event', 'event_id'] as const;
const question = ['question', 'question_id'] as const;
const request = ['request', 'request_id'] as const;
const report = ['report', 'report_id'] as const;
const ticket = ['ticket', 'ticket_id'] as const;
const invitation = ['invitation', 'invitation_id'] as const;

const signIn: AuditRule = { refusals: ['wrong_credentials', 'suspended', 'deletion_pending', 'second_factor_needed'] };

/** Audited calls: every write except those below, and the exports. */
export const auditedCalls: Readonly<Record<string, AuditRule>> = {
  register: {},
  login: signIn,
  loginByQuery: signIn,
  restoreAccount: { refusals: ['wrong_credentials', 'suspended', 'second_factor_needed'] },
  finishSso: { refusals: ['suspended', 'second_factor_needed'] },
  finishSecondFactor: { refusals: ['wrong_factor', 'suspended'] },
  confirmSecondFactor: { refusals: ['wrong_factor'] },
  mailFactorCode: { refusals: ['email_unverified'] },
  addTotp: { refusals: ['wrong_factor'] },
  addPasskey: { refusals: ['wrong_factor'] },
  renamePasskey: { refusals: ['wrong_password'] },
  removeSecondFactor: { refusals: ['wrong_password', 'wrong_factor'] },
  makeRecoveryCodes: { refusals: ['wrong_password'] },
  logout: {},
  endSession: { details: ['session_id'] },
  verifyEmail: {},
  resendVerification: {},
  forgotPassword: {},
  resetPassword: {},
  undoEmail: {},
  changePassword: { refusals: ['wrong_password'] },
  deleteAccount: { details: ['keep_posts'], refusals: ['wrong_password'] },
  exportData: {},
  updateProfile: { fields: true },
  updatePreferences: { fields: true },
  pushSubscribe: {},
  pushUnsubscribe: {},
  giveConsent: { details: ['subject'] },
  withdrawConsent: { details: ['subject'] },
  makeCalendarKey: {},
  revokeCalendarKey: {},
  uploadImage: {},
  importImage: {},
  followUser: { subject: user },
  unfollowUser: { subject: user },
  blockUser: { subject: user },
  unblockUser: { subject: user },
  suspendUser: { subject: user, details: ['suspended'] },
  openBoard: {},
  proposeStaffChange: {},
  confirmStaffChange: {},
  withdrawStaffChange: {},
  giveUpScopes: {},
  applyRoster: { details: ['confirm_missing'] },
  createSociety: {},
  updateInfo: { details: ['privacy', 'permissions'], fields: true },
  deleteSociety: {},
  restoreSociety: {},
  followSociety: {},
  unfollowSociety: {},
  setMailCadence: { details: ['cadence'] },
  exportMembers: {},
  exportAttendees: { subject: event },
  exportParticipation: { details: ['from', 'to'] },
  exportSocietyReport: { details: ['from', 'to'] },
  exportSocietyReportTable: { details: ['from', 'to'] },
  exportUniversityReport: { details: ['from', 'to'] },
  exportUniversityReportTable: { details: ['from', 'to'] },
  exportAudit: { details: ['actor_id', 'subject_id', 'call', 'outcome', 'from', 'to'] },
  updateMemberRole: { subject: ['user', 'member'], details: ['role'] },
  askDemotion: { subject: user },
  answerDemotion: { subject: ['demotion', 'demotion_id'], details: ['agree'] },
  demoteAdmin: { subject: user, details: ['successor'] },
  claimSociety: {},
  decideClaim: { subject: ['claim', 'claim_id'], details: ['decision', 'former'] },
  setRoleTerm: { subject: ['user', 'member'], details: ['role', 'until', 'successor_id'] },
  stepDown: { details: ['role'] },
  removeMember: { subject: user, details: ['ban'] },
  unban: { subject: user },
  leaveSociety: {},
  hideOnRoster: { details: ['hidden'] },
  invite: { subject: user },
  acceptInvitation: { subject: invitation },
  declineInvitation: { subject: invitation },
  askToJoin: {},
  withdrawRequest: {},
  approveRequest: { subject: request },
  rejectRequest: { subject: request },
  decideRequests: { details: ['decision'] },
  approveByPush: {},
  reopenRequest: { subject: request },
  createPost: {},
  updatePost: { subject: post, fields: true },
  deletePost: { subject: post },
  publishPlannedPost: {},
  pinPost: { subject: post },
  unpinPost: { subject: post },
  createComment: {},
  deleteComment: { subject: comment },
  reportPost: { subject: post, details: ['reason'] },
  reportThing: { subject: ['content', 'id'], details: ['kind', 'reason'] },
  appealRemoval: { subject: ['content', 'id'], details: ['kind'] },
  resolveAppeal: { subject: report, details: ['action'] },
  resolveReport: { subject: report, details: ['action', 'reason'] },
  takeReport: { subject: report, details: ['taken'] },
  setTermDates: {},
  createEvent: {},
  updateEvent: { subject: event, fields: true },
  cancelEvent: { subject: event },
  deleteEvent: { subject: event },
  createSeries: {},
  updateSeries: { subject: event, details: ['scope'], fields: true },
  cancelSeries: { subject: event, details: ['scope'] },
  toggleAttendance: { subject: event, details: ['status'] },
  attendSeries: { subject: event, details: ['status'] },
  sendEventMessage: { subject: event },
  askEventQuestion: { subject: event },
  answerEventQuestion: { subject: question },
  deleteEventQuestion: { subject: question },
  giveFeedback: { subject: event, unnamed: true },
  checkIn: { subject: event, details: ['user_id'] },
  checkInHere: { subject: event },
  setSteward: { subject: event, details: ['user_id', 'steward'] },
  createTicket: {},
  replyToTicket: { subject: ticket, details: ['status'] },
  takeTicket: { subject: ticket, details: ['taken'] },
};

/** Writes without an entry, and why. */
export const unauditedCalls: Readonly<Record<string, string>> = {
  planRoster: 'changes nothing',
  getPasskeyChallenge: 'changes nothing',
  startSecondFactorCheck: 'changes nothing',
  startTotp: 'changes nothing before addTotp',
  startPasskey: 'changes nothing before addPasskey',
  planPost: 'a draft that only its author sees',
  updatePlannedPost: 'a draft that only its author sees',
  deletePlannedPost: 'a draft that only its author sees',
  votePoll: 'frequent, and secret in a secret poll',
  likePost: 'frequent, and stored with its time as long as it is on',
  unlikePost: 'frequent',
  markRead: 'says only what somebody has read',
  markAllRead: 'says only what somebody has read',
  recordShare: 'a counter',
  toggleBookmark: 'a list that only its owner sees',
  notInterested: 'a hint for the own recommendations',
};
