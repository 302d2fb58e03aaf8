import { type RecordDoc, recordActivity } from '#models/bus/records';
import { deletePendingConsent } from '#models/db/consents';
import { type JoinRequestDoc, JoinRequests, type RequestStatus } from '#models/db/join-requests';
import type { Id } from '#models/db/model';
import type { DbSession } from '#models/db/transaction';

interface Outcome {
  status: Exclude<RequestStatus, 'pending'>;
  by: Id;
  reason?: string;
  at?: Date;
}

/** Ends and records a pending request: approved, rejected or withdrawn. What was agreed to with it counts only if it is approved. */
export async function settleRequest(
  session: DbSession,
  request: JoinRequestDoc,
  { status, by, reason = '', at = new Date() }: Outcome,
): Promise<RecordDoc> {
  const decided = status === 'withdrawn' ? {} : { decidedAt: at, decidedBy: by, reason };
  await JoinRequests.updateOne(
    { _id: request._id, pending: true },
    { $set: { status, ...decided }, $unset: { pending: 1 }, $push: { history: { status, at, by, reason } }, $inc: { version: 1 } },
    { session },
  );
  const { society, user } = request;
  if (status !== 'approved') await deletePendingConsent(session, { user, subject: 'sensitive-membership', society });
  const verb = status === 'withdrawn' ? 'request.withdrawn' : 'request.decided';
  return recordActivity(session, { actor: by, verb, object: request._id, society, open: false });
}
