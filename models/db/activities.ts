import { describeCollection } from './collections.js';
import { date, defineModel, due, dueIndex, flag, type Id, maybeRef, mixed, needed, ref } from './model.js';

/** Verbs of all outbox records except toggles. A record is written once, in the transaction of its change, and never changed. */
const verbs = [
  'post.created',
  'post.updated',
  'post.removed',
  'post.restored',
  'post.refused',
  'comment.created',
  'comment.removed',
  'comment.restored',
  'event.created',
  'event.updated',
  'event.cancelled',
  'event.removed',
  'event.restored',
  'event.messaged',
  'question.asked',
  'question.answered',
  'question.edited',
  'question.removed',
  'report.created',
  'report.resolved',
  'report.nudged',
  'report.escalated',
  'report.appealed',
  'report.appeal-decided',
  'society.created',
  'society.updated',
  'society.removed',
  'society.restored',
  'invitation.created',
  'invitation.closed',
  'member.joined',
  'member.left',
  'member.removed',
  'member.role',
  'member.term',
  'member.unbanned',
  'demotion.changed',
  'claim.created',
  'claim.closed',
  'member.naming',
  'request.created',
  'request.withdrawn',
  'request.decided',
  'request.reopened',
  'attendance.changed',
  'seat.given',
  'seat.offered',
  'attendance.checked-in',
  'steward.changed',
  'profile.updated',
  'user.suspended',
  'staff.proposed',
  'staff.withdrawn',
  'staff.changed',
  'ticket.created',
  'ticket.replied',
  'ticket.nudged',
  'ticket.escalated',
] as const;
export type Verb = (typeof verbs)[number];

export interface ActivityDoc {
  _id: Id;
  actor: Id;
  verb: Verb;
  object: Id;
  society: Id | null;
  open: boolean;
  at: Date;
  params?: Record<string, string>;
  due?: Date;
}

const retentionDays = 400;

export const Activities = defineModel<ActivityDoc>(
  'activities',
  { actor: ref, verb: needed, object: ref, society: maybeRef, open: flag, at: date, params: mixed, due },
  [
    [{ object: 1, at: -1 }],
    [{ open: 1, at: -1 }],
    [{ society: 1, at: -1 }],
    [{ actor: 1, at: -1 }],
    [{ at: 1 }, { expireAfterSeconds: retentionDays * 86_400 }],
    dueIndex,
  ],
);

describeCollection(Activities, {
  isInternal: true,
  description: 'Ids of the actor and the object. Deleted, except records that are still due.',
  exportFilter: (user) => ({ actor: user }),
  // Only in the last round: until then retractions need the records.
  erase: async ({ user, isLast }) => {
    if (isLast) await Activities.deleteMany({ actor: user, due: null });
  },
});
