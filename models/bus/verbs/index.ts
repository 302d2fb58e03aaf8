import type { ActivityDoc, Verb } from '#models/db/activities';
import type { RecordDoc, RecordDocOf, RecordKind } from '../records.js';
import type { CounterRef, FollowUp, NotificationSpec, Preloaded, Retraction, VerbSpec } from '../verb.js';
import { claimClosedVerb, claimCreatedVerb } from './admin-claims.js';
import { attendanceChangedVerb, attendanceToggled, eventBookmarked, eventShared, seatGivenVerb, seatOfferedVerb } from './attendance.js';
import { checkedInVerb } from './check-in.js';
import { commentCreatedVerb, commentRemovedVerb, commentRestoredVerb } from './comments.js';
import { demotionChangedVerb } from './demotions.js';
import { eventMessagedVerb } from './event-messages.js';
import { questionAnsweredVerb, questionAskedVerb, questionEditedVerb, questionRemovedVerb } from './event-questions.js';
import { eventCancelledVerb, eventCreatedVerb, eventRemovedVerb, eventRestoredVerb, eventUpdatedVerb } from './events.js';
import { invitationClosedVerb, invitationCreatedVerb } from './invitations.js';
import { requestCreatedVerb, requestDecidedVerb, requestReopenedVerb, requestWithdrawnVerb } from './join-requests.js';
import { memberJoinedVerb, memberLeftVerb, memberNamingVerb, memberRemovedVerb, memberUnbannedVerb } from './members.js';
import { userBlocked, userFollowed } from './people.js';
import { postRefusedVerb } from './planned-posts.js';
import { pollVoted } from './polls.js';
import { postCreatedVerb, postLiked, postRemovedVerb, postRestoredVerb, postUpdatedVerb } from './posts.js';
import { profileUpdatedVerb, userSuspendedVerb } from './profiles.js';
import { reportAppealDecidedVerb, reportAppealedVerb } from './report-appeals.js';
import { reportCreatedVerb, reportEscalatedVerb, reportNudgedVerb, reportResolvedVerb } from './reports.js';
import { memberRoleVerb, memberTermVerb, retractingWarnings } from './role-terms.js';
import { societyCreatedVerb, societyRemovedVerb, societyRestoredVerb, societyUpdatedVerb } from './societies.js';
import { societyFollowed } from './society-follows.js';
import { staffChangedVerb, staffProposedVerb, staffWithdrawnVerb } from './staff.js';
import { stewardChangedVerb } from './stewards.js';
import { supportRequestCreatedVerb, supportRequestEscalatedVerb, supportRequestNudgedVerb, supportRequestRepliedVerb } from './support.js';

/** Spec of each activity verb. A missing verb does not compile. */
export const activityVerbs: Record<Verb, VerbSpec<ActivityDoc>> = {
  'post.created': postCreatedVerb,
  'post.updated': postUpdatedVerb,
  'post.removed': postRemovedVerb,
  'post.restored': postRestoredVerb,
  'post.refused': postRefusedVerb,
  'comment.created': commentCreatedVerb,
  'comment.removed': commentRemovedVerb,
  'comment.restored': commentRestoredVerb,
  'event.created': eventCreatedVerb,
  'event.updated': eventUpdatedVerb,
  'event.cancelled': eventCancelledVerb,
  'event.removed': eventRemovedVerb,
  'event.restored': eventRestoredVerb,
  'event.messaged': eventMessagedVerb,
  'question.asked': questionAskedVerb,
  'question.answered': questionAnsweredVerb,
  'question.edited': questionEditedVerb,
  'question.removed': questionRemovedVerb,
  'report.created': reportCreatedVerb,
  'report.resolved': reportResolvedVerb,
  'report.nudged': reportNudgedVerb,
  'report.escalated': reportEscalatedVerb,
  'report.appealed': reportAppealedVerb,
  'report.appeal-decided': reportAppealDecidedVerb,
  'society.created': societyCreatedVerb,
  'society.updated': societyUpdatedVerb,
  'society.removed': societyRemovedVerb,
  'society.restored': societyRestoredVerb,
  'invitation.created': invitationCreatedVerb,
  'invitation.closed': invitationClosedVerb,
  'ticket.created': supportRequestCreatedVerb,
  'ticket.replied': supportRequestRepliedVerb,
  'ticket.nudged': supportRequestNudgedVerb,
  'ticket.escalated': supportRequestEscalatedVerb,
  'member.joined': memberJoinedVerb,
  'member.left': retractingWarnings(memberLeftVerb),
  'member.removed': retractingWarnings(memberRemovedVerb),
  'member.role': memberRoleVerb,
  'member.term': memberTermVerb,
  'member.unbanned': memberUnbannedVerb,
  'demotion.changed': demotionChangedVerb,
  'claim.created': claimCreatedVerb,
  'claim.closed': claimClosedVerb,
  'member.naming': memberNamingVerb,
  'request.created': requestCreatedVerb,
  'request.withdrawn': requestWithdrawnVerb,
  'request.decided': requestDecidedVerb,
  'request.reopened': requestReopenedVerb,
  'attendance.changed': attendanceChangedVerb,
  'seat.given': seatGivenVerb,
  'seat.offered': seatOfferedVerb,
  'attendance.checked-in': checkedInVerb,
  'steward.changed': stewardChangedVerb,
  'profile.updated': profileUpdatedVerb,
  'user.suspended': userSuspendedVerb,
  'staff.proposed': staffProposedVerb,
  'staff.withdrawn': staffWithdrawnVerb,
  'staff.changed': staffChangedVerb,
};

/** Spec of each toggle and share: of every kind of record but activities, whose verb decides. */
const otherVerbs: { [K in Exclude<RecordKind, 'activity'>]: VerbSpec<RecordDocOf<K>> } = {
  like: postLiked,
  attendance: attendanceToggled,
  follow: userFollowed,
  block: userBlocked,
  bookmark: eventBookmarked,
  share: eventShared,
  vote: pollVoted,
  societyFollow: societyFollowed,
};

/** Spec of a record's verb, bound to the record. */
export function specOf(record: RecordDoc) {
  const bind = <Doc>(spec: VerbSpec<Doc>, doc: Doc) => ({
    messages: (preloaded: Preloaded) => spec.messages(doc, preloaded),
    notifications: async (): Promise<NotificationSpec[]> => (await spec.notifications?.(doc)) ?? [],
    retractions: async (): Promise<Retraction[]> => (await spec.retractions?.(doc)) ?? [],
    retractionOfGone: (): Retraction | null => spec.retractionOfGone?.(doc) ?? null,
    affectedCounters: (): CounterRef[] => spec.affectedCounters(doc),
    staleTopics: async () => (await spec.staleTopics?.(doc)) ?? [],
    followUps: (): FollowUp[] => spec.followUps?.(doc) ?? [],
    affectedWaitingList: async () => (await spec.affectedWaitingList?.(doc)) ?? null,
    isInFeed: spec.isInFeed === true,
    affectsTrending: spec.affectsTrending === true,
  });
  if (record.kind === 'activity') return bind(activityVerbs[record.doc.verb], record.doc);
  return bind(otherVerbs[record.kind] as VerbSpec<typeof record.doc>, record.doc);
}
