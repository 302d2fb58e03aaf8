import type { JoinRequest } from '#models/contract/join-requests';
import { byUser, deleteAll, describeCollection, ofUser } from './collections.js';
import { date, defineModel, type Id, mark, maybeDate, maybeRef, maybeRefs, needed, ref, string, version } from './model.js';
import { type PersonDoc, personImage, personName } from './users.js';

export type RequestStatus = 'pending' | 'approved' | 'rejected' | 'withdrawn';

export interface JoinRequestDoc {
  _id: Id;
  society: Id;
  user: Id;
  status: RequestStatus;
  /** True while undecided; a unique index allows one per person and society. */
  pending?: true;
  answer: string;
  createdAt: Date;
  /** Time of the reminder to the society's admins. */
  nudgedAt?: Date | null;
  /** Level up to which others were notified that nobody answers: 1 who gave the admins their role, 2 platform admins. */
  escalation?: number;
  /** Recipients of the escalation, also while it is being delivered. */
  escalatedTo?: Id[];
  decidedAt: Date | null;
  decidedBy: Id | null;
  reason: string;
  history: { status: RequestStatus; at: Date; by: Id; reason: string }[];
  version: number;
}

export const JoinRequests = defineModel<JoinRequestDoc>(
  'joinRequests',
  {
    society: ref,
    user: ref,
    status: needed,
    pending: mark,
    answer: string,
    createdAt: date,
    nudgedAt: maybeDate,
    escalation: Number,
    escalatedTo: maybeRefs,
    decidedAt: maybeDate,
    decidedBy: maybeRef,
    reason: string,
    history: [{ _id: false, status: needed, at: date, by: ref, reason: string }],
    version,
  },
  [
    [
      { society: 1, user: 1 },
      { unique: true, partialFilterExpression: { pending: true } },
    ],
    [{ createdAt: 1 }, { partialFilterExpression: { pending: true } }],
    [{ society: 1, status: 1, createdAt: -1, _id: -1 }],
    [{ society: 1, createdAt: -1, _id: -1 }],
    [{ user: 1, society: 1, createdAt: -1 }],
    [{ user: 1, status: 1, createdAt: -1, _id: -1 }],
  ],
);

describeCollection(JoinRequests, {
  description:
    'Join requests with answers. Deleted; the job withdraws pending ones. In those of others the decider, and whoever was told that nobody answers, stays as an id.',
  exportFilter: ofUser,
  erase: deleteAll(JoinRequests, byUser),
});

/** A request as the society's admins and the requester see it; `people` holds the requester and the decider. */
export function joinRequestToWire(request: JoinRequestDoc, email: string, people: Map<string, PersonDoc>): JoinRequest {
  const requester = people.get(String(request.user));
  const nameOf = (id: Id | null): string | null => (id ? personName(people.get(String(id))) : null);
  return {
    Request_ID: String(request._id),
    User: String(request.user),
    User_Name: personName(requester),
    User_Email: email,
    User_Photo: personImage(requester),
    Status: request.status === 'withdrawn' ? 'rejected' : request.status,
    CreatedAt: request.createdAt.toISOString(),
    Answer: request.answer,
    Decided_By: nameOf(request.decidedBy),
    Decided_At: request.decidedAt?.toISOString() ?? null,
    Reason: request.reason,
    History: request.history.map((item) => ({ Status: item.status, At: item.at.toISOString(), By: nameOf(item.by), Reason: item.reason })),
    version: request.version,
  };
}
